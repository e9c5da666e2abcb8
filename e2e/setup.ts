import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives all workers of a run one folder for what they make together; it goes with the run. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'proscenium-made-'))
  process.env['MADE'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
