/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/eval_endings.h"

const EvalEnding EVAL_ENDINGS[] = {
    {.kings = 1, .men = 0, .enemy_kings = 1, .enemy_men = 0, .points = {0, 0}},
    {.kings = 2, .men = 0, .enemy_kings = 1, .enemy_men = 0, .points = {17, 17}},
    {.kings = 1, .men = 1, .enemy_kings = 1, .enemy_men = 0, .points = {11, 12}},
    {.kings = 3, .men = 0, .enemy_kings = 1, .enemy_men = 0, .points = {1200, 1200}},
    {.kings = 2, .men = 0, .enemy_kings = 2, .enemy_men = 0, .points = {0, 0}},
    {.kings = 2, .men = 1, .enemy_kings = 1, .enemy_men = 0, .points = {1101, 1096}},
    {.kings = 2, .men = 0, .enemy_kings = 1, .enemy_men = 1, .points = {9, 9}},
    {.kings = 1, .men = 2, .enemy_kings = 1, .enemy_men = 0, .points = {660, 676}},
    {.kings = 1, .men = 1, .enemy_kings = 1, .enemy_men = 1, .points = {0, 0}},
};

const int EVAL_ENDING_COUNT = (int)(sizeof EVAL_ENDINGS / sizeof EVAL_ENDINGS[0]);
