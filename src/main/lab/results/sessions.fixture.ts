import { OUTCOME_KINDS, type SessionRows } from '../../../shared/lab/rows'

const ACTORS = ['dm', 'wren', 'tobit', 'משה', 'jory']
const ACTIONS = ['move', 'attack', 'say', 'search', 'open', 'give', 'take', 'look', 'rest', 'cast']
const ENDINGS = ['ended', 'lost', 'beats'] as const
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** Rows as a session of this number could have them, the same each time. */
export function sessionRows(session: number, beats = 280): SessionRows {
  const pick = <One>(list: readonly One[], n: number): One => list[(n * 7 + session * 13) % list.length]!
  const all = range(beats).map((at) => ({
    at,
    beat: at + 1,
    actor: pick(ACTORS, at),
    action: pick(ACTIONS, at * at + 1),
    place: `place-${(session + Math.floor(at / 9)) % 30}`
  }))
  return {
    session: {
      session,
      seed: String(session + 1),
      party: 'As written',
      ending: ENDINGS[session % 3]!,
      last_event: session % 2 ? 'the-bell' : '',
      beats,
      scenes: Math.ceil(beats / 40),
      story_sessions: 1,
      minutes: beats * 1.5,
      able: 2,
      down: session % 2,
      dead: session % 3 === 1 ? 1 : 0,
      stuck: session % 23,
      stuck_from: 12,
      refused: session % 5,
      failures: 0,
      repeated: session % 7,
      problem: session % 50 === 49 ? 'The rule rules/actions/attack.ts failed: it’s “broken” 🎲.' : '',
      digest: session.toString(16).padStart(64, '0')
    },
    beat: all.map(({ at, beat, actor, action, place }) => ({
      session,
      beat,
      scene: 1 + Math.floor(at / 40),
      actor,
      action,
      place,
      minutes: at * 1.5,
      status: pick(['success', '', 'failure'], at),
      changes: at % 7,
      fight: at % 50 > 40
    })),
    action: all.map(({ at, beat, actor, action, place }) => ({
      session,
      beat,
      actor,
      action,
      targets: at % 3 === 0 ? [place] : at % 3 === 1 ? [place, 'lamp'] : [],
      ok: at % 20 !== 0,
      problem: at % 20 === 0 ? 'The door is locked.' : '',
      place_in_rules: ''
    })),
    visit: all
      .filter(({ at }) => at % 9 === 0)
      .map(({ at, beat, place }) => ({ session, actor: 'wren', place, came_from: at === 0 ? '' : 'place-0', arrived: beat, departed: beat + 8 })),
    roll: all
      .filter(({ at }) => at % 4 === 0)
      .map(({ at, beat, actor, action }) => ({
        session,
        beat,
        actor,
        action,
        label: 'Attack',
        dice: '2d6+1',
        total: 3 + (at % 11),
        need: at % 8 ? 8 : null,
        outcome: 'hit'
      })),
    outcome: all
      .filter(({ at }) => at % 10 === 0)
      .map(({ at, beat, actor, place }) => ({
        session,
        beat,
        scene: 1,
        kind: pick(OUTCOME_KINDS, at),
        id: `fact.${at % 40}`,
        value: 'true',
        actor,
        place
      })),
    exercise: range(150).map((at) => ({
      session,
      kind: 'statement',
      id: `rules/actions/a${at % 12}.ts:${at}`,
      times: at + 1,
      first: 1 + (at % beats)
    })),
    offer: ACTIONS.map((action, at) => ({ session, action, offered: at * 10, taken: at })),
    value: all
      .filter(({ at }) => at % 5 === 0)
      .map(({ at, beat }) => ({ session, beat, until: beat + 5, name: 'Wren: hit points', value: 20 - (at % 20) }))
  }
}
