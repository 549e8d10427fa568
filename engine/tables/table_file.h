/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the tablebases: the results, or the plies to the end, of all positions of one class.
 *
 * A file is called BOARD-CLASS.KIND, such as bushka-KKM-KM.results or bushka9x11-K-M.plies, the side to move first.
 * All numbers in it are stored with the lowest byte first:
 *
 *     byte  0  "bushka-endings" and two zero bytes
 *     byte 16  u32 version: 1
 *     byte 20  u8 board, as in variant_at(); u8 kind, as in BlockKind; u8 kings, men, enemy kings, enemy men; 2 zeros
 *     byte 28  u32 symbols in a block: 1024
 *     byte 32  u64 numbers of the class (numbering.h)
 *     byte 40  u32 blocks; u32 row (block_code.h)
 *     byte 48  u64 bytes of code
 *     byte 56  u32 checksum of what lies between this header and the code
 *     byte 60  u32 checksum of bytes 0 to 59
 *     byte 64  u16 the probabilities of the kind
 *              u32 for each block: where its code ends, counted from the beginning of all code
 *              u32 for each block: checksum of its code
 *              the code of the blocks, one after the other, up to the end of the file
 *
 * Checksums are those of CRC-32 (bytes.h). The symbols of a class are in the order of its numbers. Positions in
 * which the side to move must capture are not stored: what stands at their numbers, and at unused ones, means nothing.
 *
 * Blocks are read when they are needed. A file that is cut short or changed while it is open is noticed then. */
#ifndef BUSHKA_TABLES_TABLE_FILE_H
#define BUSHKA_TABLES_TABLE_FILE_H

#include <stdatomic.h>

#include "tables/block_code.h"
#include "tables/numbering.h"

#define TABLE_FILE_MAGIC "bushka-endings"

enum {
    TABLE_FILE_VERSION = 1,
    TABLE_FILE_HEADER = 64, /* bytes */
    TABLE_FILE_PATH_SIZE = 4096
};

typedef struct TableFilePath {
    char text[TABLE_FILE_PATH_SIZE];
} TableFilePath;

/* The header of a file. */
typedef struct TableFileHeader {
    int board; /* as in variant_at() */
    BlockKind kind;
    TableClass class;
    uint64_t numbers;
    uint32_t blocks, row;
    uint64_t code_bytes;
    uint32_t directory_sum; /* of what lies between header and code */
} TableFileHeader;

/* A file open for reading; several threads may do so. The board outlives it. */
typedef struct TableFile {
    Numbering numbering;
    uint32_t blocks;
    const uint8_t *memory;    /* the whole file, where it is part of the program; NULL: it is read from `file` */
    int file;                 /* a descriptor */
    uint64_t size;            /* of the file, in bytes, when it was opened */
    uint64_t code;            /* where its code begins */
    uint8_t *directory;       /* the directory of a file that is read */
    const uint8_t *code_ends; /* in the directory: where the code of each block ends; their checksums follow */
    uint16_t *probabilities;  /* owned */
    BlockModel model;         /* its kind is that of the file */
    atomic_bool damaged;      /* a block could not be read, or was not what its checksum says */
    bool damage_reported;     /* tablebase_next_damaged() has handed it out */
} TableFile;

/* The path of a file in a folder; empty, which is the name of no file, when the folder's name is too long. */
TableFilePath table_file_path(const char *folder, const Variant *v, TableClass c, BlockKind kind);

/* The header of a file about the class that n numbers; code_bytes and directory_sum are left 0. */
TableFileHeader table_file_header(const Numbering *n, BlockKind kind);

/* The header as it stands in the file. */
void table_file_put_header(const TableFileHeader *h, uint8_t bytes[TABLE_FILE_HEADER]);

/* Bytes between the header and the code. */
size_t table_file_directory_bytes(BlockKind kind, uint32_t blocks);

/* Opens the file of that class and kind. ERROR_SYNTAX, naming it, when it cannot be read, is not a tablebase, is
 * damaged outside its blocks, or belongs to another class, kind, board or version; ERROR_MEMORY. It is closed then. */
ErrorCode table_file_open(TableFile *f, const char *path, const NumberingBoard *b, TableClass c, BlockKind kind,
                          Error *e);

/* Opens a file of results in memory, which messages call `path`. It begins at `bytes`, which must outlive it; of the
 * `left` bytes there, f->size belong to the file. The same errors. */
ErrorCode table_file_open_memory(TableFile *f, const char *path, const uint8_t *bytes, size_t left,
                                 const NumberingBoard *b, Error *e);

/* Closes it. */
void table_file_close(TableFile *f);

/* Decodes a block, numbered from 0. Returns the number of symbols; 0, with f->damaged set, when it cannot be read or
 * its checksum does not fit. */
int table_file_block(TableFile *f, uint32_t block, uint8_t symbols[BLOCK_SYMBOLS]);

/* True when all blocks can be read and their checksums fit. */
bool table_file_is_sound(const TableFile *f);

#endif
