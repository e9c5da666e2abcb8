import { join } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import type { Disk } from './disk'
import { parseIgnore } from './ignore'
import type { GitFolders } from './git-folders'
import { configText, pathIn, settingsIn, userConfig } from './user-config'

/** The filter of a path below an attribute file: its name, '' for none; undefined if no pattern of the file says. */
type FilterRules = (path: string) => string | undefined

/** Parses what an attribute file says about filters. The last match wins. */
export function parseFilters(text: string): FilterRules {
  const macros = new Map<string, string>()
  const rules: { matches: (path: string) => boolean; filter: string }[] = []
  for (const line of text.split('\n')) {
    const [, quoted, plain, rest = ''] = /^\s*(?:"((?:[^"\\]|\\.)*)"|(\S+))(.*)$/s.exec(line) ?? []
    const pattern = quoted?.replace(/\\(.)/g, '$1') ?? plain
    if (pattern === undefined || pattern.startsWith('#') || pattern.startsWith('!')) continue
    let filter: string | undefined
    for (const word of rest.split(/\s+/)) {
      if (word.startsWith('filter=')) filter = word.slice('filter='.length)
      else if (/^[-!]?filter$/.test(word)) filter = ''
      else filter = macros.get(word) ?? filter
    }
    if (filter === undefined) continue
    if (pattern.startsWith('[attr]')) {
      macros.set(pattern.slice('[attr]'.length), filter)
      continue
    }
    // git lfs track writes a space this way.
    const ignores = parseIgnore(pattern.replaceAll('[[:space:]]', '[ \t]'))
    rules.push({ matches: (path) => ignores(path, false) === true, filter })
  }
  return (path) => rules.findLast(({ matches }) => matches(path))?.filter
}

/** What counts before and after the attribute files in the working folder, and git's config. */
interface MachineAttributes {
  first: FilterRules
  last: FilterRules
  config: ReadonlyMap<string, string>
}

/** Finds the filters that git runs on the content of files, such as LFS. Proscenium runs none, so it must not save these files. */
export class Filters {
  readonly #parsed = new Map<string, FilterRules>()
  #machine: MachineAttributes | undefined

  constructor(
    private readonly disk: Disk,
    private readonly dir: string,
    private readonly folders: GitFolders
  ) {}

  /** A file's filter; undefined if git stores it as it is. `read`: an attribute file's text. LFS always counts, others if configured. */
  of(path: string, read: (path: string) => string | undefined): string | undefined {
    const { first, last, config } = this.#readMachine()
    let filter = first(path)
    for (let end = path.lastIndexOf('/'); filter === undefined; end = path.lastIndexOf('/', end - 1)) {
      const text = read(`${path.slice(0, end + 1)}.gitattributes`)
      if (text !== undefined) filter = this.#rules(text)(path.slice(end + 1))
      if (end <= 0) break
    }
    filter ??= last(path)
    if (!filter) return undefined
    return filter === 'lfs' || [...config.keys()].some((key) => key.startsWith(`filter.${filter}.`)) ? filter : undefined
  }

  #rules(text: string): FilterRules {
    const known = this.#parsed.get(text) ?? parseFilters(text)
    this.#parsed.set(text, known)
    return known
  }

  /** The attribute files of this repository and of the user, and git's config. They are read once. */
  #readMachine(): MachineAttributes {
    if (this.#machine) return this.#machine
    const config = userConfig(this.disk, this.folders)
    const named = config.get('core.attributesfile')
    const users = named === undefined ? join(settingsIn(process.env), 'git/attributes') : pathIn(process.env, named, this.dir)
    this.#machine = {
      first: parseFilters(configText(this.disk, join(this.folders.commonDir, 'info/attributes'))),
      last: parseFilters(configText(this.disk, users)),
      config
    }
    return this.#machine
  }
}

/** The Problem for a file that Proscenium must not save, because git would store other bytes than it reads. */
export const filtered = (path: string, filter: string): Problem =>
  new Problem(
    'bad-file',
    filter === 'lfs'
      ? `${path} is in git LFS, where Proscenium saves nothing. Commit this change with git, or set it aside.`
      : `${path} passes through git's filter ${filter}, which Proscenium doesn't run. Commit this change with git, or set it aside.`,
    { file: path }
  )

/** The content that a pointer of LFS stands for; undefined if these bytes are no pointer. */
export function lfsPointer(bytes: Buffer): { sha256: string; size: number } | undefined {
  if (bytes.length > 1024) return undefined
  const text = bytes.toString('latin1')
  const sha256 = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1]
  const size = /^size (\d+)$/m.exec(text)?.[1]
  return text.startsWith('version https://git-lfs.github.com/spec/') && sha256 !== undefined && size !== undefined
    ? { sha256, size: Number(size) }
    : undefined
}
