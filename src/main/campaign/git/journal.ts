import { hash, randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { type Disk, OPEN, errno, quietly, readWhole, syncFolder, withFile, writeAll } from './disk'
import { isOid } from './oid'
import type { PackFiles } from './pack-file'
import { isRefName, type LoggedMove } from './refs'

/** One beat: the move of its branch, and the pack with its objects, unless the pack was flushed already. */
export interface JournalEntry extends LoggedMove {
  pack?: PackFiles
}

const MAGIC = Buffer.from('PROBEAT1')
const ROUND_BYTES = 8
const HEADER_BYTES = MAGIC.length + ROUND_BYTES + 4 + 20
/** The journal's size, in bytes, above which it is emptied. That flushes about forty files and folders each time, so it has to be rare. */
const SYNC_THRESHOLD_BYTES = 1280 << 10
/** Beats closer together than this, in ms, are a burst: they share a flush, and work that is not needed for each beat is postponed. */
export const BURST_MS = 50
/** The initial size of the file, in bytes. A file that doesn't grow is flushed faster, so the file never shrinks. */
const FILE_BYTES = 1 << 20

/**
 * The beats since all files were last flushed, in one file. A beat is written to the journal, and the journal is flushed, before anybody sees the
 * beat. So one flush per beat is enough, and a power cut loses no beat. In a burst of beats the flush comes at most 50 ms after the beat. After the
 * journal was emptied, the file is overwritten from the start.
 */
export class Journal {
  #at = 0
  #last = 0
  #round = randomBytes(ROUND_BYTES)
  #flushed = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(
    readonly disk: Disk,
    readonly path: string,
    readonly clock: () => number = Date.now
  ) {}

  get isFull(): boolean {
    return this.#at > SYNC_THRESHOLD_BYTES
  }

  /** Reads the beats. It stops at the first damaged record, because nobody has seen the beats from there on. */
  read(): JournalEntry[] {
    const bytes = readWhole(this.disk, this.path) ?? Buffer.alloc(0)
    const entries: JournalEntry[] = []
    let at = 0
    let round: Buffer | undefined
    for (let body = bodyAt(bytes, 0, undefined); body; body = bodyAt(bytes, at, round)) {
      round ??= bytes.subarray(MAGIC.length, MAGIC.length + ROUND_BYTES)
      const entry = decode(body)
      if (!entry) break
      entries.push(entry)
      at += HEADER_BYTES + body.length
    }
    this.#at = at
    if (round) this.#round = Buffer.from(round)
    return entries
  }

  /** Adds a beat and flushes it; in a burst of beats the flush comes soon after. Throws a file system error; then the beat is not in the journal. */
  append(entry: JournalEntry): void {
    const record = encode(entry, this.#round)
    this.#last = this.#at
    try {
      const isBurst = this.clock() - this.#flushed < BURST_MS
      this.#write(record, this.#at, !isBurst)
      if (isBurst) this.#timer ??= setTimeout(() => quietly(() => this.#flush()), BURST_MS).unref()
    } catch (thrown) {
      quietly(() => this.withdraw())
      throw thrown
    }
    this.#at += record.length
  }

  withdraw(): void {
    this.#at = this.#last
    this.#write(Buffer.alloc(HEADER_BYTES), this.#at)
  }

  /** Removes every beat. To be called when the files of all beats have been flushed. */
  empty(): void {
    if (this.#at === 0) return
    this.#write(Buffer.alloc(HEADER_BYTES), 0)
    this.#at = 0
    this.#round = randomBytes(ROUND_BYTES)
  }

  #write(bytes: Buffer, at: number, isFlushed = true): void {
    const write = (fd: number): void => {
      writeAll(this.disk, fd, bytes, at)
      if (isFlushed) this.#sync(fd)
    }
    try {
      withFile(this.disk, this.path, OPEN.change, write)
    } catch (thrown) {
      if (errno(thrown) !== 'ENOENT') throw thrown
      withFile(this.disk, this.path, OPEN.create, (fd) => {
        writeAll(this.disk, fd, Buffer.alloc(FILE_BYTES), 0)
        write(fd)
      })
      syncFolder(this.disk, dirname(this.path))
      syncFolder(this.disk, dirname(dirname(this.path)))
    }
  }

  #flush(): void {
    withFile(this.disk, this.path, OPEN.change, (fd) => this.#sync(fd))
  }

  #sync(fd: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.disk.fdatasyncSync(fd)
    this.#flushed = this.clock()
  }
}

const checksum = (round: Buffer, body: Buffer): Buffer => Buffer.from(hash('sha1', Buffer.concat([round, body])), 'hex')

/** The body of the record at an offset; undefined if there is no complete record of the same round. */
function bodyAt(bytes: Buffer, at: number, round: Buffer | undefined): Buffer | undefined {
  if (bytes.length < at + HEADER_BYTES || !bytes.subarray(at, at + MAGIC.length).equals(MAGIC)) return undefined
  const own = bytes.subarray(at + MAGIC.length, at + MAGIC.length + ROUND_BYTES)
  const length = bytes.readUInt32BE(at + MAGIC.length + ROUND_BYTES)
  if ((round && !own.equals(round)) || bytes.length < at + HEADER_BYTES + length) return undefined
  const body = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length)
  return checksum(own, body).equals(bytes.subarray(at + HEADER_BYTES - 20, at + HEADER_BYTES)) ? body : undefined
}

function parsed(text: string): Title | undefined {
  try {
    const { ref, from, to, line, name, size } = JSON.parse(text) as Partial<Record<keyof Title, unknown>>
    const isWhole =
      typeof ref === 'string' &&
      isRefName(ref) &&
      typeof to === 'string' &&
      isOid(to) &&
      typeof line === 'string' &&
      !/[\0\n]/.test(line) &&
      (from === undefined || (typeof from === 'string' && isOid(from))) &&
      (name === undefined || (typeof name === 'string' && isOwnName(name))) &&
      (size === undefined || typeof size === 'number')
    return isWhole ? (JSON.parse(text) as Title) : undefined
  } catch {
    return undefined
  }
}

/** Returns whether this is the name of an index file of one of our packs, so that it can't lead to another folder. */
const isOwnName = (name: string): boolean => /^pack-70726f7310[0-9a-f]{30}\.idx$/.test(name)

interface Title extends Omit<JournalEntry, 'pack'> {
  name?: string
  /** The size of the pack in bytes. The rest of the body is the index. */
  size?: number
}

function encode({ pack, ...move }: JournalEntry, round: Buffer): Buffer {
  const title: Title = pack ? { ...move, name: pack.name, size: pack.pack.length } : move
  const text = Buffer.from(`${JSON.stringify(title)}\n`)
  const parts = pack ? [text, pack.pack, pack.index] : [text]
  const record = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.length, HEADER_BYTES))
  let at = HEADER_BYTES
  for (const part of parts) at += part.copy(record, at)
  // The checksum is computed over the round and the body, so a copy of the round is placed before the body. The header overwrites it.
  round.copy(record, HEADER_BYTES - ROUND_BYTES)
  const sum = hash('sha1', record.subarray(HEADER_BYTES - ROUND_BYTES))
  at = MAGIC.copy(record)
  at += round.copy(record, at)
  at = record.writeUInt32BE(record.length - HEADER_BYTES, at)
  record.write(sum, at, 'hex')
  return record
}

/** Decodes the body of a record. Returns undefined if the app can't have written it, because the folder may come from somebody else. */
function decode(body: Buffer): JournalEntry | undefined {
  const end = body.indexOf('\n')
  const title = parsed(body.toString('utf8', 0, end))
  if (!title) return undefined
  const { name, size = 0, ref, from, to, line } = title
  const move = { ref, from, to, line }
  if (name === undefined) return move
  const rest = body.subarray(end + 1)
  return { ...move, pack: { name, pack: rest.subarray(0, size), index: rest.subarray(size) } }
}
