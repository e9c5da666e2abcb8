import type { FileLines } from '../../../shared/analysis/compare'
import type { ExternalChange } from '../../../shared/table/present'
import { Problem } from '../../../shared/base/problem'
import type { History } from '../../campaign/history'
import { fileLines } from '../compare/file-lines'
import { TouchedFiles } from './touched-files'
import type { HeldFiles } from './held-files'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withPlainEnds } from '../../campaign/git/working'

const MAX_FILE_BYTES = 100 << 20

/** The external changes' bytes by path, null for a removed file, with the line ends of the saved version. Throws Problem `bad-file`. */
export const changedFiles = (dir: string, edits: readonly ExternalChange[], was: (path: string) => Buffer | undefined): Map<string, Buffer | null> =>
  new Map(
    edits.map(({ path, change }) => {
      if (change === 'removed') return [path, null]
      const bytes = readChangedFile(dir, path)
      return [path, bytes.includes(0) || was(path)?.includes('\r\n') ? bytes : withPlainEnds(bytes)]
    })
  )

/** The bytes of an externally changed file. Throws Problem `bad-file` if it isn't a plain file. */
export function readChangedFile(dir: string, path: string): Buffer {
  const file = join(dir, path)
  const stat = lstatSync(file)
  if (!stat.isFile())
    throw new Problem('bad-file', `${path} is a link or a device, not a plain file. Replace it with a file or remove it.`, { file: path })
  if (stat.size > MAX_FILE_BYTES) throw new Problem('bad-file', `${path} is larger than 100 MB. Keep it outside the campaign.`, { file: path })
  return readFileSync(file)
}

/** The files of a campaign that differ from the story: external changes, and files that the app holds back. */
export class ExternalChanges {
  readonly #watch: TouchedFiles
  /** The external changes that the designer chose to leave for now, as `whichFiles` returns them. */
  #left = ''

  constructor(
    private readonly history: History,
    private readonly held: HeldFiles
  ) {
    this.#watch = new TouchedFiles(history.dir)
  }

  /** All external changes. Those of held files have the file's problem. Compares every file. */
  list(): ExternalChange[] {
    return this.held.marked(this.history.externalChanges())
  }

  /** Like `list`, but on a disk of this machine compares only the files that were touched since the last time, if the system reports them. */
  async latest(): Promise<ExternalChange[]> {
    return this.#watch.isLocal ? this.#looked() : this.list()
  }

  async #looked(): Promise<ExternalChange[]> {
    return this.held.marked(await this.#watch.look((touched) => this.history.externalChanges(touched)))
  }

  /** How a changed file differs from `saved`, its bytes in the story. Throws Problem `not-found` if unchanged, `bad-file` if it is no plain file. */
  lines(path: string, saved: Buffer | undefined): FileLines {
    const edit = this.list().find((one) => one.path === path)
    if (!edit) throw new Problem('not-found', `${path} is no longer changed; look at the list again.`, { path })
    return fileLines(path, saved, edit.change === 'removed' ? undefined : readChangedFile(this.history.dir, path))
  }

  /** Throws Problem `dirty` (`data.choose`) if external changes or held files were not adopted, set aside, or left on purpose. */
  async checkAdopted(): Promise<void> {
    const edits = await this.#looked()
    if (edits.length > 0 && whichFiles(edits) !== this.#left)
      throw notAdopted(edits, 'Adopt them, set them aside, or play the saved world.', { choose: true })
  }

  /** Leaves the current external changes until other files change. Returns them. */
  leave(): ExternalChange[] {
    const edits = this.list()
    this.#left = whichFiles(edits)
    return edits
  }

  /** Moves the changed files to a new folder and restores their saved versions. Returns that folder. */
  setAside(): string {
    return this.history.setAside(this.list().map(({ path }) => path))
  }

  close(): void {
    this.#watch.close()
  }
}

const whichFiles = (edits: readonly ExternalChange[]): string => JSON.stringify(edits.map(({ path, change }) => [path, change]))

/** A Problem about external changes that are not part of the story; `remedy` says what to do. */
export function notAdopted(edits: readonly ExternalChange[], remedy: string, data: Record<string, unknown> = {}): Problem {
  const names = edits.slice(0, 3).map(({ path }) => path)
  const named = `${names.join(', ')}${edits.length > names.length ? ` and ${edits.length - names.length} more` : ''}`
  const [files, are] = edits.length === 1 ? ['1 file', 'is'] : [`${edits.length} files`, 'are']
  const how = edits.some(({ problem }) => problem) ? 'with changes' : edits.length === 1 ? 'was changed outside and' : 'were changed outside and'
  return new Problem('dirty', `${files} ${how} ${are} not part of the story yet: ${named}. ${remedy}`, { ...data, files: edits.length })
}
