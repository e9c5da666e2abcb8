import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

function under(folder: string, at: string): [string, string][] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).flatMap((entry): [string, string][] => {
    if (!entry.isFile() || !/\.(ts|yaml|md|arrow)$/.test(entry.name)) return []
    const path = join(entry.parentPath, entry.name)
    return [[at + path.slice(join(ROOT, folder).length + 1), readFileSync(path, 'utf8')]]
  })
}

/** The files of a sample campaign with a game, as `new` would write them, and additional files. */
export const sampleTexts = (more: Readonly<Record<string, string>> = {}, sample = 'the-well'): Map<string, string> =>
  new Map([...under(`resources/${sample}`, ''), ...under('rules/cairn-hack', 'rules/'), ...Object.entries(more)])
