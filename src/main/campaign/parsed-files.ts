import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import { fileAt, LAYOUT } from '../../shared/story/layout'
import { Problem } from '../../shared/base/problem'
import { checkSchema, checkChanged } from './file-schemas'
import { splitFrontMatter } from './front-matter'
import { Cache } from './git/cache'
import { FOLDER, GITLINK, LINK, type TreeEntry } from './git/oid'
import { parseYamlShared } from './yaml-splice'

/** The entries of a folder in the history. */
export type FolderEntries = ReadonlyMap<string, TreeEntry>

/** The part of a repository that reading needs: git objects by id. */
export interface ObjectReader {
  tree(id: string): FolderEntries
  blob(id: string): Buffer
  /** Paths of files that git has and that were removed in memory. */
  readonly removed?: ReadonlySet<string>
}

/** The smallest size limit of all kinds of files, in bytes: a file that is not larger needs no check. */
const ALWAYS_READ = Math.min(...Object.values(LAYOUT).map(({ maxBytes }) => maxBytes))

/** The size limit of a file by its path, in bytes. A file of an unknown kind counts as a note. */
function maxBytesOf(path: string): number {
  return LAYOUT[fileAt(path)?.kind ?? 'worldNote'].maxBytes
}

/**
 * Reads the text of a campaign file, without a byte order mark and with LF line ends. Every reader uses this.
 * Throws Problem `bad-file` for a link, a folder, a file that is too large for its kind, and one that isn't UTF-8 text.
 */
export function textOfEntry(objects: Pick<ObjectReader, 'blob'>, entry: TreeEntry, path: string): string {
  checkMode(entry, path)
  return textOfBytes(objects.blob(entry.oid), path)
}

/** Checks that an entry of a folder is a plain file. Throws Problem `bad-file`. */
export function checkMode({ mode }: Pick<TreeEntry, 'mode'>, path: string): void {
  if (mode === LINK) throw linkProblem(path)
  if (mode === FOLDER || mode === GITLINK) throw new Problem('bad-file', `${path} is a folder. Put a file there.`, { file: path })
}

/** Creates the Problem for a symbolic link in place of a file. */
export const linkProblem = (path: string): Problem =>
  new Problem('bad-file', `${path} is a symbolic link, and a campaign reads only its own files. Put a real file there.`, { file: path })

/** The text of a campaign file from its bytes, with LF line ends. Throws Problem `bad-file` if it isn't UTF-8 text or is too large. */
export function textOfBytes(bytes: Buffer, path: string): string {
  const text = decode(bytes, path)
  return (text.includes('\r') ? text.replace(/\r\n/g, '\n') : text).replace(/^\uFEFF/, '')
}

/** The text of a campaign file with all its characters, for writing it back. Throws Problem `bad-file` if it isn't UTF-8 text or is too large. */
export function decode(bytes: Buffer, path: string): string {
  if (bytes.length > ALWAYS_READ && bytes.length > maxBytesOf(path)) {
    const megabytes = maxBytesOf(path) >> 20
    throw new Problem('bad-file', `${path} is larger than ${megabytes} MB, the limit for a campaign's texts. Split it or move it away.`, {
      file: path
    })
  }
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Problem('bad-file', `${path} is UTF-16 text. Save it in the encoding UTF-8.`, { file: path })
  if (bytes.includes(0)) throw new Problem('bad-file', `${path} is not a text file. Replace it with a text file.`, { file: path })
  if (!isUtf8(bytes)) throw new Problem('bad-file', `${path} is not UTF-8 text. Save it in the encoding UTF-8.`, { file: path })
  return bytes.toString('utf8')
}

/** The result of `read`; undefined if it throws Problem `bad-file`. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'bad-file') return undefined
    throw thrown
  }
}

/** How many parsed files, and parts of a campaign made of them, are cached. */
const MAX_CACHED_VALUES = 50_000

/** Reads and parses the files of a campaign, each once by object id. Throws Problem `bad-file` for a file that doesn't fit its schema. */
export class ParsedFiles {
  constructor(
    readonly objects: ObjectReader,
    readonly cache = new Cache<unknown>(MAX_CACHED_VALUES, () => 1)
  ) {}

  text(entry: TreeEntry | undefined, path: string): string | undefined {
    return entry && textOfEntry(this.objects, entry, path)
  }

  /** The front matter of a Markdown file with the body under `bodyKey`, checked against a schema. A missing file counts as an empty one. */
  prose<T>(entry: TreeEntry | undefined, path: string, schema: z.ZodType<T>, bodyKey: string): T {
    if (!entry) return checkSchema(schema, {}, path)
    checkMode(entry, path)
    return this.once(`prose:${path}:${entry.oid}`, () => {
      const text = textOfEntry(this.objects, entry, path)
      const { matter, body } = splitFrontMatter(text, path)
      return checkSchema(schema, { ...(matter as object), [bodyKey]: body.trim() }, path, text)
    })
  }

  required<T>(entry: TreeEntry | undefined, path: string, schema: z.ZodType<T>): T {
    if (!entry) throw missingProblem(path, this.objects)
    return this.value(entry, path, schema)
  }

  value<T>(entry: TreeEntry, path: string, schema: z.ZodType<T>): T {
    const text = textOfEntry(this.objects, entry, path)
    return checkSchema(schema, this.once(`yaml:${entry.oid}`, () => parseYamlShared(text, path)) ?? {}, path, text)
  }

  /** The value of a YAML file that must exist, and whose value was `before` until now; see `checkChanged`. */
  changed<T extends object>(entry: TreeEntry | undefined, path: string, schema: z.ZodObject & z.ZodType<T>, before: object): T {
    if (!entry) throw missingProblem(path, this.objects)
    const text = textOfEntry(this.objects, entry, path)
    return checkChanged(schema, parseYamlShared(text, path) ?? {}, before, path, text)
  }

  once<T>(key: string, make: () => T): T {
    return this.cache.once(key, make)
  }
}

/** The Problem for a missing file that a campaign needs. Git may never have had a new character's sheet; other files are in its history. */
export function missingProblem(path: string, { removed }: Pick<ObjectReader, 'removed'>): Problem {
  const at = fileAt(path)
  if (at?.kind !== 'sheet' || removed?.has(path))
    return new Problem('bad-file', `${path} is missing. Restore it (git has its last version) and try again.`, { file: path })
  return new Problem('bad-file', `${path} is missing. Create it with the character's name, location and stats.`, {
    file: path,
    missing: { kind: 'sheet', name: at.parts.id }
  })
}
