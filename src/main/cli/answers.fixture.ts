import type { Availabilities } from '../../shared/table/present'
import type { VerifyReport } from '../../shared/analysis/reports'
import type { Remote } from '../../shared/contract/folder-calls'
import type { Comparison, FileLines } from '../../shared/analysis/compare'
import type { FindResult } from '../../shared/analysis/analysis'
import type { CoverageReport } from '../../shared/analysis/coverage'
import type { Odds } from '../../shared/analysis/odds'
import type { Reach } from '../../shared/analysis/reach'
import type { Beat } from '../../shared/story/play'
import type { TurnRecord } from '../../shared/table/turns'
import type { Recalled } from '../../shared/story/recall'

export const beat = (n: number): Beat => ({
  id: String(n).repeat(40).slice(0, 40),
  n,
  time: 0,
  subject: 'Wren climbs down the well',
  kind: 'play',
  action: 'travel',
  actor: 'Wren',
  rolls: []
})
export const campaign = { dir: '/stories/well', title: 'The Well', premise: '', game: 'cairn-hack', gameVersion: '1', statLabels: {} }
export const well = { play: 12, edit: 0, foreign: 1, otherEngine: 0, mismatches: [] }
export const mismatch: VerifyReport = { ...well, mismatches: [{ beat: beat(7), message: 'the saved roll differs', paths: ['/actors/Wren'] }] }

/** A coverage report with every kind of note. */
export const covered: CoverageReport = {
  commit: 'a'.repeat(40),
  beats: 12,
  counted: 10,
  uncounted: [{ reason: 'Their rules can’t be loaded.', beats: 2 }],
  outdated: [{ path: 'rules/actions/climb.ts', beats: 1 }],
  unread: ['rules/lib/odd.ts'],
  sessions: [1],
  groups: [
    {
      kind: 'action',
      exercised: 1,
      entries: [
        { id: 'flee', label: 'flee', times: 0, place: { path: 'rules/actions/flee.yaml', line: 1 } },
        { id: 'climb', label: 'climb', times: 4, place: { path: 'rules/actions/climb.ts', line: 3 } }
      ]
    },
    {
      kind: 'statement',
      exercised: 1,
      entries: [
        { id: 's 0', label: 'return false', times: 0, place: { path: 'rules/actions/climb.ts', line: 6 } },
        { id: 's 1', label: 'return true', times: 9, place: { path: 'rules/actions/climb.ts', line: 7 } }
      ]
    }
  ]
}

const half = { fraction: '1/2', value: 0.5, percent: '50%' }
export const never = { fraction: '0', value: 0, percent: '0%' }
/** A remote with every kind of branch. */
export const shared: Remote = {
  name: 'origin',
  url: 'https://git.example.org/well.git',
  isSsh: false,
  token: true,
  branches: [
    { name: 'main', head: 'a'.repeat(40), here: { ahead: 2, behind: 1 } },
    { name: 'side', head: 'b'.repeat(40) },
    { name: 'other', head: 'c'.repeat(40), here: 'unrelated' },
    { name: 'done', head: 'd'.repeat(40), here: { ahead: 0, behind: 0 } }
  ]
}

/** A reach without any reachable place. */
export const nowhere: Reach = { actors: [], findings: [], runs: 0 }
export const wrens: Odds = {
  runs: 9,
  actors: [
    {
      actor: 'Wren',
      name: 'Wren',
      kind: 'player',
      saves: [{ stat: 'STR', label: 'Strength', value: 10, dice: 'd20', chance: half }],
      attacks: [
        {
          target: 'Ghoul',
          name: 'the pale ghoul',
          with: 'knife (d6)',
          params: { target: 'Ghoul', weapon: 'knife' },
          counted: {
            damage: [
              { amount: 0, chance: half },
              { amount: 3, chance: half }
            ],
            mean: { fraction: '3/2', value: 1.5 },
            hurt: half,
            down: never
          },
          runs: 8
        }
      ],
      interactions: [
        {
          target: 'Mira',
          name: 'Mira',
          with: 'lend a hand',
          params: { target: 'Mira' },
          counted: {
            success: half,
            partial: never,
            failure: half,
            damage: { fraction: '0', value: 0 },
            harm: [],
            down: never,
            back: { fraction: '3/2', value: 1.5 },
            falls: never,
            minutes: { fraction: '15', value: 15 },
            stat: 'STR',
            label: 'Strength'
          },
          runs: 2
        }
      ],
      journeys: [
        {
          journey: 'rim--well',
          from: 'rim',
          to: 'well',
          names: ['The Rim', 'The Well'],
          requires: 'rope-down',
          params: { journey: 'rim--well' },
          counted: {
            success: never,
            partial: never,
            failure: { fraction: '1', value: 1, percent: '100%' },
            arrives: never,
            impossible: true,
            damage: { fraction: '2', value: 2 },
            harm: [{ amount: 2, chance: { fraction: '1', value: 1, percent: '100%' } }],
            minutes: { fraction: '10', value: 10 },
            stat: 'STR',
            label: 'Strength'
          },
          runs: 1
        },
        { journey: 'rim--hill', from: 'rim', to: 'hill', names: ['The Rim', 'The Hill'], params: {}, why: "they can't act", runs: 0 }
      ]
    }
  ]
}
export const smith: Recalled = {
  hits: [{ path: 'npcs/borin.md', title: 'Borin', tags: ['npc'], modified: '', snippet: 'He bends iron.' }],
  more: false,
  of: 4,
  cited: [{ beat: 7, by: 'Wren' }]
}
export const availabilities: Availabilities = {
  turn: 'DM',
  list: [
    {
      action: 'talk',
      description: 'Talk',
      from: 'entry',
      params: [
        { name: 'target', type: 'target', description: 'Whom', required: true, enum: ['Mira'], labels: { Mira: 'Mira the keeper' } },
        { name: 'text', type: 'string', description: 'What', required: false }
      ]
    },
    { action: 'attack', description: 'Attack', from: 'combat', reason: 'There is no fight.' }
  ],
  verbs: []
}

export const fallen: FindResult = {
  expression: 'actor.Wren.hp == 0',
  how: 'scanned',
  confirmed: true,
  beats: 1200,
  unread: 0,
  first: { commit: 'd'.repeat(40), n: 41 },
  last: { commit: 'e'.repeat(40), n: 57 },
  now: false,
  flips: [
    { commit: 'd'.repeat(40), n: 41, holds: true },
    { commit: 'f'.repeat(40), n: 58, holds: false }
  ],
  more: 0
}

const stats = 'world/players/Wren/STATS.yaml'
export const parted: Comparison = {
  a: { commit: 'a'.repeat(40), n: 41, subject: 'Wren climbs', branches: ['main'], beats: 1, entries: 1 },
  b: { commit: 'b'.repeat(40), n: 43, subject: 'Wren falls', branches: [], beats: 3, entries: 4 },
  base: { commit: 'c'.repeat(40), n: 40 },
  groups: [
    { kind: 'where', total: 1, lines: [{ id: 'Wren', words: 'Wren: The Rim → The Well', files: [stats] }] },
    { kind: 'stats', total: 300, lines: [{ id: 'Wren hp', words: 'Wren, hp: 4 → 0, now down', files: [stats] }] }
  ]
}
export const statsLines: FileLines = {
  path: stats,
  change: 'changed',
  hunks: [
    { skipped: 4 },
    {
      lines: [
        { op: 'same', text: 'stats:' },
        { op: 'removed', text: '  hp: 4' },
        { op: 'added', text: '  hp: 0' }
      ]
    }
  ],
  left: 0,
  binary: false
}

export const turn: TurnRecord = {
  parent: 'a'.repeat(40),
  n: 1,
  who: 'DM',
  ordinal: 0,
  seat: { agent: 'anthropic', model: 'm' },
  exchanges: [],
  calls: [],
  ms: 3,
  problem: 'Stopped before the turn was over.'
}
