/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/bench_positions.h"

#define TEN &VARIANT_10X10
#define NINE &VARIANT_9X11

const BenchPosition BENCH_POSITIONS[] = {
    /* The start positions */
    {TEN, "W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6:Ba5,a6,b5,b6,b7,c6,c7,c8,d7,d8,d9,e8,e9,e0,f9"},
    {NINE, "W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6,i7,j6:Ba5,b4,b5,b6,c5,c6,c7,d6,d7,d8,e7,e8,e9,f8,f9,f0,g9"},
    /* Openings */
    {TEN, "W:Wd2,e1,e2,e3,f2,f3,f4,f5,g3,g5,g6,h4,h5,h7,i6:Ba5,b5,b6,c4,c6,c7,c8,d6,d8,d9,e7,e8,e9,e0,f9"},
    {TEN, "B:Wd2,e1,e2,e3,e5,f2,f3,f4,f5,g3,g5,g6,h4,h5,h6:Ba5,b4,b5,b7,c6,c7,c8,d6,d7,d8,d9,e8,e9,e0,f9"},
    {TEN, "W:Wd2,d3,e1,e2,f2,f3,f5,g3,g4,g5,g6,h4,h5,h6,i5:Ba5,a6,b5,b6,b7,c5,c6,d7,d9,e7,e8,e9,e0,f8,f9"},
    {NINE, "B:Wd2,e1,e2,e3,f2,f4,f5,g3,g4,h4,h5,i5,i6,i7,j6:Ba5,b4,b5,b6,c5,c7,d7,d8,e6,e7,e8,e9,f0,g9"},
    {NINE, "W:Wd2,e1,e2,e3,f2,f3,g3,g4,g5,g6,h4,h5,h6,i7,j6:Ba5,b4,b5,c5,c7,d6,d8,e7,e8,f7,f9,g9"},
    {NINE, "W:Wd2,e1,e2,f2,f5,g4,g5,h4,h5,i5,i7:Bb4,b5,c5,c6,c7,d6,d7,d8,e7,e9,f9,f0,g9"},
    /* Middle games, closed */
    {TEN, "W:Wd3,d4,e1,e2,e4,f2,f5,g3,g6,g7,h4,h5,h6,i5:Ba5,b5,b6,b7,c4,c8,d7,d9,e8,e9,e0,f8"},
    {TEN, "W:Wd2,d3,d4,e1,e3,e4,f2,f3,f4,f5,g4,h5,i5,i6:Ba5,a6,b6,c5,c6,c8,d7,e7,e8,e9,e0,f8,f9"},
    {TEN, "W:Wd3,d4,e1,e3,e4,f3,f4,g4,g6,h4,h5,h6,i5,i6:Ba5,a6,b5,b7,c6,c8,d8,d9,e7,e8,e9,f7,f8,f9"},
    {TEN, "W:Wd2,e1,e2,e4,f2,f3,f5,g5,g6,h6,h7,i5,i6:Ba5,a6,b4,b5,b6,c5,c7,c8,d7,d8,e7,e9,e0,f8"},
    {NINE, "W:Wd2,d3,d4,e2,e4,f2,f3,h4,h6,h7,i5,i6,j6:Ba5,b6,c4,c6,c7,d5,d6,d7,d8,e9,f8,f9,g6,g8,g9"},
    {NINE, "W:Wd2,e5,f3,g3,g5,h5,h6,h7,i6,i7,j6:Bb4,b5,b6,c6,c7,d6,d7,e6,e7,e9,f8,f9,f0,g9"},
    {NINE, "W:Wd3,e1,e2,e3,f3,f4,g3,g4,g6,h4,h5,h6,i6:Ba5,b4,b5,c6,d6,d8,e8,f0,g7,g9"},
    {NINE, "B:Wd2,d4,e2,e3,e4,e5,f3,f4,h5,i5,i6,i7,j6:Ba5,b5,c7,d5,d6,d7,e6,f8,f0,g8,g9"},
    /* Captures with a choice */
    {TEN, "B:Wd3,e2,e3,f4,g3,g4,g6,h4,h5,h7,i5,i6:Bb6,b7,c4,c5,c6,c8,d5,d6,d7,e7,e8,f8,f9"},
    {TEN, "W:Wd2,d6,e1,f2,f5,g4,g5,h4,h5,i5:Ba5,c4,c7,e5,e8,e9,f6,g6"},
    {TEN, "B:Wc3,d3,d4,e2,e3,e4,g3,g4,g6,h5,h6,i5:Ba5,b4,b5,b6,c8,d6,d8,e7,e8,e0,f6,f7,f8"},
    {TEN, "W:Wc4,d2,e2,e3,f2,f6,g3,g5,g6,h4,i5,i6:Ba5,b5,b6,c7,c8,d6,d9,e5,e7,e8,f7"},
    {NINE, "W:Wd2,d3,d4,e2,e5,f4,g6,h7:Ba5,g5,h5"},
    {NINE, "W:WKd8,e4,e5,g7,h6,h7,h8,i7:Bb4,c3,d4,f3,f4,f0,g6,g8"},
    {NINE, "B:Wd4,e1,f2,f7,g3,g4,g6,h4,h5,h6,h7,i6:Bb5,b6,c3,c5,d5,d7,e9,f8,f9,g8"},
    {NINE, "B:Wd4,e2,e3,f5,g3,g7,h6,i6,i7:Bb5,c5,c6,c7,d5,d6,d8,e6,e9,f7,f9,f0"},
    /* Middle games, open */
    {TEN, "W:Wd4,e2,e3,f2,g4,h6,h7:Ba6,b5,c5,c6,c8,d8,d9,e9"},
    {TEN, "W:Wd2,e1,e2,e4,e6,g3,g6,h6,h7,i6:Ba5,c8,d5,d8,e7,e0,f9"},
    {TEN, "W:We2,e4,e5,f2,g8,h6,h7,i6:Ba6,b4,c6,c8,d3,e6,e7,e9,f8,f9"},
    {TEN, "W:Wc3,d3,d4,e2,e3,e5,i6:Ba5,b6,c4,d8,e8,f6,g7,h7"},
    {NINE, "B:Wc4,e1,e4,f2,f3,g6,h4,i5,i6:Ba5,c5,c6,d8,f7,f8,g7"},
    {NINE, "W:We2,e3,e4,f3,f4,g3,g4,h5,h6,h7,i5,j6:Bb4,c6,d4,d8,e5,g9"},
    {NINE, "W:Wd2,d3,e2,e3,f4,f5,g3,h7,i5,i7:Ba5,b4,d6,d8,e7,g6,g7"},
    {NINE, "B:Wc4,d3,e1,e3,f3,f4,f5,g4,g6,h6,i6:Bb4,c5,d6,d8,g7,g8"},
    /* Men against kings */
    {TEN, "W:WKa6,c4,e3,e4,g7,h7,i5:Bd2,f5"},
    {TEN, "W:Wc3,d3,d4,e2,e3,e8,g6,i6:Bc4,c5,c6,Kf2,f6,f7,f9"},
    {TEN, "B:Wc4,d2,Kd8,e1,e2,e3,h5,h6,i6:Ba5,b4,b5,b6,e6,e0,g4"},
    {TEN, "B:WKb7,c5,d3,h7:Be3,e7,f6,g7,g8"},
    {NINE, "B:Wc3,d3,Kd8,f3,h6,h7,h8,i6:Bc7,d4,e8,f4,f0,g6,g8"},
    {NINE, "W:Wd3,e1,e2,e6,f4,h7,j6:Bb4,b6,c4,c7,e5,f9,f0,Kg3"},
    {NINE, "B:Wd3,d4,e3,e6,e8,Ke9,f2,g4,i5:Bb5,c5,f6,f7,f8,g8,i6"},
    {NINE, "W:Wc4,d3,e6,g8:Bb4,h5,h7,Ki5"},
    /* Endings with kings on both sides */
    {TEN, "W:Wc3,d3,Ke0,g7:Bb4,c4,Kg3"},
    {TEN, "W:Wc3,Ke8:Bd4,Kg3,g4"},
    {TEN, "B:WKf4:Bc3,Ke7,g7,g8"},
    {NINE, "W:Wc3,e1,Ke9:Bc4,d3,d4,Kj6"},
    {NINE, "W:Wc4,d3,d7,g7,Ki5:BKj6"},
    {NINE, "W:Wf7,Kf8:Bc3,d3,g7,Ki5"},
};

const int BENCH_POSITION_COUNT = sizeof BENCH_POSITIONS / sizeof BENCH_POSITIONS[0];
