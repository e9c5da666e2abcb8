import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../../shared/base/problem'
import { guarded } from '../campaign/git/disk-problem'

/** Writes a file atomically, replacing an existing one. Throws Problem `not-found` if the folder doesn't exist, and `disk`. */
export function replaceFile(file: string, content: string | Uint8Array): void {
  const folder = dirname(file)
  if (!existsSync(folder)) throw new Problem('not-found', `There is no folder ${folder}. Create it, or name a file in another folder.`, { file })
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Problem('bad-input', `${file} is a folder. Name a file in it.`, { file })
  const draft = `${file}.${process.pid}.part`
  guarded(() => {
    try {
      writeFileSync(draft, content)
      renameSync(draft, file)
    } catch (thrown) {
      rmSync(draft, { force: true })
      throw thrown
    }
  })
}
