import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives all workers one shared folder, removed at the end of the run. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'proscenium-made-'))
  process.env['MADE'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
