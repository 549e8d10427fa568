/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the tables: the results, or the plies to the end, of all positions of one class.
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
 * Checksums are those of CRC-32 (IEEE 802.3). The symbols of a class are in the order of its numbers. Positions in
 * which the side to move must capture are not stored: what stands at their numbers, and at unused ones, means nothing.
 */
#ifndef BUSHKA_TABLES_TABLE_FILE_H
#define BUSHKA_TABLES_TABLE_FILE_H

#include <stdatomic.h>

#include "system/mapped_file.h"
#include "tables/block_code.h"
#include "tables/numbering.h"

#define TABLE_FILE_MAGIC "bushka-endings"

enum {
    TABLE_FILE_VERSION = 1,
    TABLE_FILE_HEADER = 64, /* bytes */
    TABLE_FILE_MAGIC_SIZE = 16,
    TABLE_FILE_NAME_SIZE = 48 /* room for the longest name and the NUL */
};

/* What stands in a header. */
typedef struct TableFileHeader {
    int board; /* as in variant_at() */
    BlockKind kind;
    TableClass class;
    uint64_t numbers;
    uint32_t blocks, row;
    uint64_t code_bytes;
    uint32_t directory_sum; /* of probabilities, ends and checksums */
} TableFileHeader;

/* A file open for reading; several threads may do so. The board and the path outlive it. */
typedef struct TableFile {
    Numbering numbering;
    BlockKind kind;
    MappedFile map;
    uint32_t blocks;
    const uint8_t *ends, *sums, *code; /* within the map */
    uint16_t *probabilities;           /* owned */
    BlockModel model;
    atomic_bool damaged; /* a block was not what its checksum says */
} TableFile;

/* The checksum of bytes, given that of what stands before them (0 at first). */
uint32_t table_file_sum(uint32_t sum, const uint8_t *bytes, size_t size);

/* The file's name, without a folder. */
void table_file_name(const Variant *v, TableClass c, BlockKind kind, char name[TABLE_FILE_NAME_SIZE]);

/* The header of a file about the class that n numbers; code_bytes and directory_sum are left 0. */
TableFileHeader table_file_header(const Numbering *n, BlockKind kind);

/* The header as it stands in the file. */
void table_file_put_header(const TableFileHeader *h, uint8_t bytes[TABLE_FILE_HEADER]);

/* Writes a number, lowest byte first, and reads it. */
void table_file_put(uint8_t *bytes, uint64_t number, int size);
uint64_t table_file_get(const uint8_t *bytes, int size);

/* Opens the file of that class and kind. ERROR_SYNTAX "PATH: WHY" when it cannot be read, is none, is damaged so far as
 * the blocks are not concerned, or belongs to another class, kind, board or version; ERROR_MEMORY. It is closed then.
 */
ErrorCode table_file_open(TableFile *f, const char *path, const NumberingBoard *b, TableClass c, BlockKind kind,
                          Error *e);

/* The same for a file whose bytes begin at `bytes`, outlive it and may be followed by others; `left` are there. *size
 * is set to what belongs to the file. */
ErrorCode table_file_open_bytes(TableFile *f, const char *path, const uint8_t *bytes, size_t left,
                                const NumberingBoard *b, size_t *size, Error *e);

/* Closes it; a zeroed one too. */
void table_file_close(TableFile *f);

/* Decodes a block, numbered from 0. Returns the number of symbols; 0, with f->damaged set, when the checksum does not
 * fit. */
int table_file_block(TableFile *f, uint32_t block, uint8_t symbols[BLOCK_SYMBOLS]);

/* True when the checksums of all blocks fit. */
bool table_file_sound(const TableFile *f);

#endif
