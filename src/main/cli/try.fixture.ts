import type { Replayed, Tries, Tryable, TryRun } from '../../shared/contract/try-calls'

const half = { fraction: '1/2', value: 0.5, percent: '50%' }
const failed = {
  code: 'rule-failed' as const,
  message: 'The rule "hum" ran too long and was stopped.',
  data: { file: 'rules/actions/hum.ts', line: 4 }
}

const found: Tryable = {
  commit: 'a'.repeat(40),
  n: 9,
  broken: [],
  actions: [{ action: 'hum', description: 'Hum.', file: 'rules/actions/hum.ts', line: 3 }],
  actors: [
    { id: 'DM', name: 'the DM', reason: 'Only players can do it.' },
    { id: 'Wren', name: 'Wren', params: [{ name: 'to', type: 'target', description: 'Whom', required: true, enum: ['Mira', 'Tobit'] }] },
    { id: 'Mira', name: "Mira O'Dell", reason: 'Only players can do it.', params: [] },
    { id: 'Ghoul', name: 'the pale ghoul', reason: failed.message, problem: failed }
  ],
  more: 2,
  console: [{ text: 'loud 3', by: 'Wren', file: 'rules/actions/hum.ts', line: 2 }]
}

const tries: Tries = {
  runs: 1000,
  asked: 1000,
  seed: '1',
  measures: [
    {
      id: 'status',
      label: 'Outcome',
      rows: [
        { words: 'success', count: 510, runs: [0], chance: half },
        { words: 'failure', count: 490, runs: [2], chance: half }
      ]
    },
    { id: 'hp', label: 'Wren, HP', rows: [{ words: '3', count: 1000, runs: [0] }], mean: { tried: 3, exact: { fraction: '3', value: 3 } } }
  ],
  outcomes: [{ words: ['Success', 'Wren is warded'], count: 510, runs: [0, 1] }],
  more: 0,
  counted: 2
}

const run: TryRun = {
  run: 7,
  seed: '1',
  steps: [
    {
      actor: 'Wren',
      action: 'hum',
      narrative: 'Wren hums.',
      rolls: [{ roll: { expr: 'd6', dice: [4], total: 4 }, words: 'd6 4' }],
      changes: [{ id: 'a', words: 'Wren is warded', bookkeeping: false }],
      result: '{"status":"success"}'
    }
  ],
  console: []
}

const refused = { code: 'refused' as const, message: "It isn't Wren's turn. It is the DM's turn." }

const replayed: Replayed = {
  from: 'a'.repeat(40),
  to: 'b'.repeat(40),
  beats: 9,
  replayed: 8,
  same: 6,
  first: {
    commit: 'c'.repeat(40),
    n: 4,
    was: 'Wren hums.',
    is: 'Wren hums twice.',
    rollsWere: ['d6 4'],
    rollsAre: ['d6 4', 'd6 1'],
    changes: [{ kind: 'facts', total: 1, lines: [{ id: 'gate', words: 'gate: false → true', files: [] }] }]
  },
  skipped: [{ commit: 'd'.repeat(40), n: 6, subject: 'Wren climbs.', problem: refused }],
  conflicts: [],
  groups: [{ kind: 'stats', total: 1, lines: [{ id: 'x', words: 'Wren, HP: 3 → 1', files: [] }] }],
  broken: []
}

/** The answers of `try` and `replay`. */
export const tried = { found, tries, run, replayed, failed }
