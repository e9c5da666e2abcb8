import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DraftKind, KeptDraft } from '../../../shared/contract/workshop-calls'
import { Problem } from '../../../shared/base/problem'
import { digest } from '../../campaign/beat-message'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import { nodeDisk, removeFile } from '../../campaign/git/disk'

const Stored = KeptDraft.extend({ kind: DraftKind, path: z.string() })

/** Unsaved texts of the campaign's files, one file each. */
export class DraftStore {
  /** `folder`: the folder of the drafts; `at` opens a file in it. */
  constructor(
    private readonly folder: string,
    private readonly at: (path: string) => KeptFile
  ) {}

  /** The draft of a file; null if it has none. */
  draftOf(kind: DraftKind, path: string): KeptDraft | null {
    const stored = this.#read(this.#fileOf(kind, path))
    return stored ? { text: stored.text, over: stored.over } : null
  }

  paths(kind: DraftKind): string[] {
    const drafts = this.#names().map((name) => this.#read(join(this.folder, name)))
    return drafts.flatMap((one) => (one?.kind === kind ? one.path : [])).toSorted()
  }

  /** Stores a draft; null removes it. Throws Problem `disk` if it can't be written; the earlier draft then remains. */
  keep(kind: DraftKind, path: string, draft: KeptDraft | null): void {
    const file = this.#fileOf(kind, path)
    if (draft === null) removeFile(nodeDisk, file)
    else if (!this.at(file).write(Buffer.from(JSON.stringify({ kind, path, ...draft }))))
      throw new Problem('disk', `The unsaved changes in ${path} couldn't be written to ${this.folder}. Save the file, or free space on the disk.`, {
        path
      })
  }

  #fileOf = (kind: DraftKind, path: string): string => join(this.folder, digest(`${kind}\n${path}`))

  #names(): string[] {
    try {
      return readdirSync(this.folder).filter((name) => /^[0-9a-f]{40}$/.test(name))
    } catch {
      // The folder doesn't exist before the first draft.
      return []
    }
  }

  #read(file: string): z.infer<typeof Stored> | undefined {
    const bytes = this.at(file).read()
    if (!bytes) return undefined
    const { data } = Stored.safeParse(JSON.parse(String(bytes)))
    return data
  }
}
