import { attempt } from '../../shared/base/attempt'
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Where the seats of an open campaign are served, and whether the app or a command serves them; stored for this user alone in `running/` of the app's folder. */
const Note = z.object({ origin: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/), secret: z.string().min(1), dir: z.string(), isApp: z.boolean() })
export type Note = z.infer<typeof Note>

const folderIn = (home: string): string => join(home, 'running')

/** Writes the note of a campaign. Returns a function that removes it. If the folder can't be written, `proscenium mcp` just doesn't find it. */
export function writeNote(home: string, note: Note): () => void {
  const file = join(folderIn(home), `mcp-${new URL(note.origin).port}.json`)
  try {
    mkdirSync(folderIn(home), { recursive: true, mode: 0o700 })
    // A new file, so that its mode is right from the first byte.
    rmSync(file, { force: true })
    writeFileSync(file, JSON.stringify({ ...note, dir: realPath(note.dir) }), { mode: 0o600, flag: 'wx' })
  } catch {
    // The address that Settings show works all the same.
  }
  return () => rmSync(file, { force: true })
}

/** The notes of a campaign, with a function that removes each. A process that was killed leaves its note behind. */
export function notesOf(home: string, dir: string): { note: Note; remove: () => void }[] {
  const real = realPath(dir)
  return namesIn(folderIn(home)).flatMap((name) => {
    const file = join(folderIn(home), name)
    try {
      const note = Note.parse(JSON.parse(readFileSync(file, 'utf8')))
      return note.dir === real ? [{ note, remove: () => rmSync(file, { force: true }) }] : []
    } catch {
      return []
    }
  })
}

const namesIn = (folder: string): string[] => attempt(() => readdirSync(folder).filter((name) => /^mcp-\d+\.json$/.test(name)), [])

const realPath = (dir: string): string => attempt(() => realpathSync(dir), dir)
