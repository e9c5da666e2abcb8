import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desk, type Desk } from './studio.fixture'

const MANIFEST = `name: teller
description: Tells a story.
kind: agent
run: [python3, teller.py, --new, "{session}"]
`

/** A desk whose DM is a command that runs this program. */
export interface CommandDesk extends Desk {
  /** What the program noted: one JSON object a line. */
  requests(): Record<string, unknown>[]
  trust(): Promise<void>
}

/** A desk whose DM is the command `teller`: a program in Python, and more lines of its manifest. `program` is given the file for its notes. */
export async function commandDesk(program: (notes: string) => string, more = ''): Promise<CommandDesk> {
  const at = await desk()
  const notes = join(at.home, 'notes.jsonl')
  mkdirSync(join(at.dir, 'tools/teller'), { recursive: true })
  writeFileSync(join(at.dir, 'tools/teller/teller.py'), program(notes))
  writeFileSync(join(at.dir, 'tools/teller/tool.yaml'), MANIFEST + more)
  await at.studio.adopt()
  await at.studio.setTable({ ...(await at.studio.tableSettings()), agents: { DM: { agent: 'command', command: 'teller' } } })
  return Object.assign(at, {
    requests: () =>
      readFileSync(notes, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async trust() {
      const { tools } = await at.studio.tools()
      await at.studio.trustTools({ decisions: tools.map(({ key, hash }) => ({ key, hash, trust: true })) })
    }
  })
}
