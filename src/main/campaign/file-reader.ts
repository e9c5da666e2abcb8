import type { z } from 'zod'
import { Problem } from '../../shared/problem'
import { check } from './file-schemas'
import { splitFrontMatter } from './front-matter'
import { LINK } from './git/oid'
import type { Folder, Objects } from './hydrate'
import type { Memo } from './memo'
import { parseYaml } from './yaml-splice'

/** The maximum size of a text file in a campaign, in bytes, far above what people write. */
const MAX_TEXT = 4 << 20

/** The parsed files of a campaign, each parsed once by object id. A file that doesn't fit is a Problem `bad-file` that names it. */
export class FileReader {
  constructor(
    readonly objects: Objects,
    readonly memo: Memo
  ) {}

  text(folder: Folder, name: string): string | undefined {
    const entry = folder.get(name)
    return entry ? this.string(entry.oid, name) : undefined
  }

  prose<T>(oid: string | undefined, file: string, schema: z.ZodType<T>, bodyKey: string): T {
    if (oid === undefined) return check(schema, {}, file)
    return this.once(`prose:${file}:${oid}`, () => {
      const text = this.string(oid, file)
      const { matter, body } = splitFrontMatter(text, file)
      return check(schema, { ...(matter as object), [bodyKey]: body.trim() }, file, text)
    })
  }

  file<T>(folder: Folder, name: string, file: string, schema: z.ZodType<T>): T {
    const entry = folder.get(name)
    if (!entry) throw new Problem('bad-file', `${file} is missing. Restore it (git has its last version) and try again.`, { file })
    if (entry.mode === LINK)
      throw new Problem('bad-file', `${file} is a symbolic link, and a campaign reads only its own files. Put a real file there.`, { file })
    return this.value(entry.oid, file, schema)
  }

  value<T>(oid: string, file: string, schema: z.ZodType<T>): T {
    const parsed = this.once(`yaml:${oid}`, () => parseYaml(this.string(oid, file), file))
    return check(schema, parsed ?? {}, file, this.string(oid, file))
  }

  string(oid: string, file: string): string {
    return textIn(this.objects.blob(oid), file)
  }

  once<T>(key: string, make: () => T): T {
    return this.memo.once(key, make)
  }
}

/** The text of a campaign file, with LF line ends. Throws Problem `bad-file` if it isn't text or is too large. */
export function textIn(bytes: Buffer, file: string): string {
  if (bytes.length > MAX_TEXT)
    throw new Problem('bad-file', `${file} is larger than 4 MB, the limit for a campaign's texts. Split it or move it away.`, { file })
  if (bytes.includes(0)) throw new Problem('bad-file', `${file} is not a text file. Replace it with a text file.`, { file })
  return bytes
    .toString('utf8')
    .replace(/\r\n/g, '\n')
    .replace(/^\uFEFF/, '')
}
