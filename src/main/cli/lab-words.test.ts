import { expect, it } from 'vitest'
import { LabPlan } from '../../shared/lab/plan'
import type { LabReport, NeverExercised } from '../../shared/lab/report'
import { shareOf } from '../../shared/lab/statistics'
import { oddWords } from './lab-model-words'
import { labWords } from './lab-words'

const never = (kind: NeverExercised['kind'], id: string, label: string, ...needs: string[]): NeverExercised => ({
  kind,
  id,
  label,
  needs,
  place: { path: 'world/x', line: 1 }
})
const party = { kind: 'party', name: 'Bold' } as const

const REPORT: LabReport = {
  run: {
    id: 'a-1',
    name: '',
    begun: 0,
    commit: '0'.repeat(40),
    subject: 'Begin',
    plan: LabPlan.parse({}),
    status: 'done',
    done: 200,
    pinned: false,
    remarks: []
  },
  sessions: 200,
  played: 200,
  beats: 56_000,
  parties: [{ label: 'Bold', share: shareOf(200, 200), mark: party }],
  endings: [{ label: 'Nobody could act any more', ending: 'lost', share: shareOf(50, 200), mark: party }],
  survival: [{ scene: 1, title: "Ada's boat 🛶", atRisk: 200, share: shareOf(150, 200), mark: party }],
  lengths: [{ of: 'beats', bins: [], low: 200.4, median: 280, high: 1360, mean: { value: 280, low: 270, high: 290 } }],
  bands: [],
  places: [
    { place: 'cellar', name: 'משה', visited: shareOf(9, 200), dead: shareOf(3, 200), down: shareOf(1, 200), turnedBack: shareOf(0, 200) },
    { place: 'inn', name: 'The Inn', visited: shareOf(200, 200), dead: shareOf(0, 200), down: shareOf(0, 200), turnedBack: shareOf(0, 200) }
  ],
  moves: [],
  events: [],
  flows: [],
  never: [
    never('location', 'cave', 'The Cave', 'Closed until “lit” holds.', 'No session set it.'),
    never('node', 'x 1', 'node_1 (content)'),
    never('item', 'axe', 'Axe', 'Nobody has it.'),
    never('item', 'bow', 'Bow', 'Nobody has it.'),
    never('row', 'omen/1', 'Omen: 1', '“Omen” was rolled 8 times in 200 sessions; 1 comes up in 5% of rolls.'),
    never('row', 'omen/4-6', 'Omen: 4-6', '“Omen” was rolled 8 times in 200 sessions; 4-6 comes up in 15% of rolls.')
  ],
  exercised: [],
  actions: [
    { action: 'sing', offered: 0, taken: 0, refused: 0, sessions: shareOf(0, 200), mark: party },
    { action: 'dig', offered: 1200, taken: 0, refused: 2, sessions: shareOf(90, 200), mark: party },
    { action: 'walk', offered: 2000, taken: 900, refused: 0, sessions: shareOf(200, 200), mark: party }
  ],
  outcomes: [],
  rolls: [],
  failures: [{ label: 'x', where: 'rules/actions/hit.ts:12', problem: 'It’s broken.', session: 731, beat: 3, share: shareOf(1, 200), mark: party }],
  stuck: [{ session: 3, seed: '4', beat: 1, beats: 40 }],
  repeated: []
}

it('a report in words begins with what was never reached, and says what each number could also be', () => {
  expect(labWords(REPORT)).toBe(`Run a-1: 200 sessions, 56,000 beats. Shares are of sessions, with what they could also be (95%).

Never: locations
  The Cave: Closed until “lit” holds. No session set it.

Never: scene nodes
  node_1 (content)

Never: equipment
  Axe and Bow: Nobody has it.

Never: table rows
  Omen: 1 and 4-6: “Omen” was rolled 8 times in 200 sessions.

How sessions ended
  Nobody could act any more  50  25% (20%–31%)

Sessions in which a character could act when the scene began
  1  Ada's boat 🛶  75% (69%–80%)

Length: half are above the middle number, one in ten below and above the others
  beats  200  280  1,360

Where characters of the party died, fell and turned back
  משה  died 3  fell 1  turned back 0

Actions that nobody took
  sing  never offered
  dig   offered 1,200 times  refused 2 times

Failures of rules
  rules/actions/hit.ts:12: 1 session, first session 731. It’s broken.

Longest stretches in which nothing changed
  session 3 (seed 4): 40 beats from beat 1 on`)
})

it('long lists are cut, and of nothing that is said plainly', () => {
  const many = Array.from({ length: 20 }, (_, i) => never('fact', `f${i}`, `fact-${i}`, `It needs ${i}.`))
  const same = Array.from({ length: 20 }, (_, i) => never('item', `i${i}`, `Thing ${i}`, 'Nobody has it.'))
  const words = labWords({ ...REPORT, never: [...many, ...same] })
  expect(words).toContain('  fact-11: It needs 11.\n  … and 8 more\n')
  expect(words).toContain('  Thing 0, Thing 1, Thing 2, Thing 3, Thing 4, Thing 5, Thing 6 and 13 more: Nobody has it.\n')
  expect(labWords({ ...REPORT, never: [] })).toContain(
    'Every event, quest, place, fact, scene node, action, condition, item and table row was reached.'
  )
  expect(labWords({ ...REPORT, sessions: 0 })).toBe('Run a-1: none of its 200 sessions passes the filter.')
  expect(labWords({ ...REPORT, sessions: 0, played: 0 })).toBe('Run a-1: no session has been played yet.')
})

it('unusual sessions are said with their reasons, and why there are none', () => {
  const why = [{ kind: 'fact' as const, id: 'bell', beat: 7, alike: 1, words: 'The fact “bell” was set, as in 1 of 1,000 sessions.' }]
  const odd = { session: 12, seed: '13', party: 'Bold', ending: 'lost' as const, beats: 340, at: 7, why }
  expect(oddWords({ played: 1000, sessions: [odd] })).toBe(
    'Session 12 (seed 13, 340 beats; Nobody could act any more) from beat 7 on:\n  beat    7  The fact “bell” was set, as in 1 of 1,000 sessions.'
  )
  expect(oddWords({ played: 3, sessions: [] })).toBe('Of 3 sessions none can be called unusual. Play at least 20 with: proscenium lab run')
  expect(oddWords({ played: 300, sessions: [] })).toBe('None of 300 sessions is unusual: no end, place, fact or length is rare.')
})
