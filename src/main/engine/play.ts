import type { Game, Offer } from '../../shared/game'
import { canonical, diff } from '../../shared/json'
import { VERBS, type Verb } from '../../shared/names'
import { Problem } from '../../shared/problem'
import type { ActionCall, Dice, LogEntry, Params, Roll } from '../../shared/play'
import { timeOf, type GameState } from '../../shared/state'
import { execute, exercised } from './actions'
import { seededDice } from './dice'
import type { Move, Outcome, Write } from './outcome'
import { DM, listed, nameOf, party, ready } from './people'
import { checkParams } from './params'
import { endScene, endSession, openScene, openSession, summarise } from './scenes'
import { rollTable } from './tables'
import { ask, moveOn } from './turns'
import { offered } from './verbs'

/** What one call would do, without doing it anywhere: pure. Throws Problem; then nothing has changed, not even the dice. SPEC.md P1–P9. */
export function play(state: GameState, call: ActionCall, game: Game, dice: Dice = seededDice(state.next.dice.seed, state.next.beat + 1)): Outcome {
  if (call.kind !== 'play') throw new Problem('bad-input', `A call of kind ${call.kind} is not played at the table; send it with kind play.`)
  const offer = offerFor(state, call, game)
  if (offer.cost === 'look')
    throw new Problem('refused', `${call.action} only looks; it is answered at once and is never saved. Ask for it as a tool.`)
  const params = checkParams(offer, call.params)
  const beat = state.next.beat + 1
  const rolls: Roll[] = []
  const counted: Dice = {
    roll(expr, options) {
      const roll = dice.roll(expr, options)
      rolls.push(roll)
      return roll
    }
  }
  const scribe = new Scribe(state, call, beat)
  const move = isVerb(call.action) ? verb(state, call, params, game, counted, scribe) : act(state, call, params, game, counted, scribe, rolls)
  const before = isVerb(call.action) && rolls.length > 0 ? exercised(move.state, call.action) : move.state
  const moved = turnOf(state, before, game, call.action, offer, params, beat)
  const hooked = moved.roundOver
    ? runHook(moved.state, game, counted, game.manifest.hooks.round_end, scribe, rolls)
    : { state: moved.state, writes: [] }
  const after = canonicalNext({ ...hooked.state, next: { ...hooked.state.next, beat } })
  return {
    state: after,
    changes: diff(state, after),
    writes: stamped([...move.writes, ...hooked.writes], after),
    rolls,
    subject: oneLine(move.subject),
    answer: move.answer
  }
}

/** `next` without undefined members, keys sorted: what the file holds. */
function canonicalNext(state: GameState): GameState {
  return { ...state, next: canonical(state.next) }
}

const isVerb = (name: string): name is Verb => (VERBS as readonly string[]).includes(name)

function offerFor(state: GameState, call: ActionCall, game: Game): Offer {
  const offers = offered(state, game, call.actor)
  const offer = offers.find((o) => o.name === call.action && (o.as ?? undefined) === (call.as ?? o.as))
  if (offer) return offer
  if (offers.length === 0)
    throw new Problem('refused', `It is not ${nameOf(state, call.actor)}'s turn; ${nameOf(state, state.next.actor)} decides now.`, {
      actor: state.next.actor
    })
  const names = [...new Set(offers.map((o) => o.name))].join(', ')
  throw new Problem('refused', `${nameOf(state, call.actor)} cannot ${call.action.slice(0, 60)} now. Choose among: ${names}.`, { offered: names })
}

/** Makes log entries of one beat. */
class Scribe {
  constructor(
    readonly state: GameState,
    readonly call: ActionCall,
    readonly beat: number
  ) {}

  entry(kind: LogEntry['kind'], text: string, more: Partial<LogEntry> = {}): Write {
    return { kind: 'log', entry: { at: '', beat: this.beat, by: this.call.as ?? this.call.actor, kind, text, ...more } }
  }
}

/** Log entries get the campaign's time as it is after the beat: a journey's minutes have passed when it is told. */
function stamped(writes: Write[], after: GameState): Write[] {
  const at = timeOf(after)
  return writes.map((write) => (write.kind === 'log' ? { ...write, entry: { ...write.entry, at } } : write))
}

/** Verbs that set the table themselves; all others let the turn move on. */
function turnOf(
  before: GameState,
  after: GameState,
  game: Game,
  action: string,
  offer: Offer,
  params: Params,
  beat: number
): { state: GameState; roundOver: boolean } {
  if (['open_session', 'open_scene', 'end_scene', 'end_session', 'summarise', 'reseed'].includes(action)) return { state: after, roundOver: false }
  if (action === 'call_on') {
    const who = params['who'] as string[]
    const asked = who.includes('all') ? ready(after, game) : party(after).filter((id) => who.includes(id))
    return { state: ask(after, game, asked, asked.length > 1 ? beat : undefined), roundOver: false }
  }
  return moveOn(before, after, game, action, offer.cost, beat)
}

function act(state: GameState, call: ActionCall, params: Params, game: Game, dice: Dice, scribe: Scribe, rolls: readonly Roll[]): Move {
  const actor = call.as ?? call.actor
  const { state: after, done } = execute(state, game, dice, actor, call.action, params)
  const told = done.filter((step) => step.narrative !== '')
  const writes = told.map((step, i) =>
    scribe.entry('system', step.narrative, { by: step.actor, action: step.action, ...(i === 0 && rolls.length > 0 ? { rolls: [...rolls] } : {}) })
  )
  const last = told.at(-1)?.narrative ?? `${nameOf(state, actor)}: ${call.action}`
  return {
    state: after,
    writes: state.scene ? writes : [],
    subject: told[0]?.narrative ?? last,
    answer: [...told.map((step) => step.narrative), ...done.flatMap((step) => (step.result ? JSON.stringify(step.result) : []))].join('\n') || 'Done.'
  }
}

function runHook(
  state: GameState,
  game: Game,
  dice: Dice,
  hook: string | undefined,
  scribe: Scribe,
  rolls: readonly Roll[]
): { state: GameState; writes: Write[] } {
  if (hook === undefined || !game.offers(state, DM, [hook]).length) return { state, writes: [] }
  const first = rolls.length
  const { state: after, done } = execute(state, game, dice, DM, hook, {})
  const told = done.filter((step) => step.narrative !== '')
  return {
    state: after,
    writes: told.map((step) =>
      scribe.entry('system', step.narrative, { by: DM, action: step.action, ...(rolls.length > first ? { rolls: rolls.slice(first) } : {}) })
    )
  }
}

/** The verbs of the table. */
function verb(state: GameState, call: ActionCall, params: Params, game: Game, dice: Dice, scribe: Scribe): Move {
  const text = String(params['text'] ?? '')
  const who = nameOf(state, call.actor)
  const entry = (said: string): Write => scribe.entry('scene', said)
  switch (call.action as Verb) {
    case 'open_session':
      return openSession(state, params)
    case 'open_scene':
      return openScene(state, params, scribe.beat, entry)
    case 'end_scene':
      return endScene(state, params, entry)
    case 'end_session':
      return endSession(state, entry)
    case 'summarise':
      return summarise(state, params)
    case 'narrate': {
      const voice = params['voice'] === undefined ? undefined : String(params['voice'])
      const written = voice === undefined ? scribe.entry('narration', text, { by: DM }) : scribe.entry('speech', text, { by: voice })
      return { state, writes: [written], subject: voice === undefined ? text : `${nameOf(state, voice)}: “${text}”`, answer: 'Told.' }
    }
    case 'speak':
      if (call.actor === DM) {
        const player = String(params['player'])
        return {
          state,
          writes: [{ kind: 'private', player, by: DM, text }],
          subject: `The DM has a private word with ${nameOf(state, player)}`,
          answer: 'Said in private.'
        }
      }
      return { state, writes: [scribe.entry('speech', text)], subject: `${who}: “${text}”`, answer: 'Said; everybody heard it.' }
    case 'whisper':
      return {
        state,
        writes: [{ kind: 'private', player: call.actor, by: call.actor, text }],
        subject: `${who} whispers to the DM`,
        answer: 'Whispered; the DM answers.'
      }
    case 'call_on': {
      const names = params['who'] as string[]
      const asked = names.includes('all') ? ready(state, game) : names
      return {
        state,
        writes: [],
        subject: `The DM turns to ${names.includes('all') ? 'everybody' : listed(asked.map((id) => nameOf(state, id)))}`,
        answer: 'They are asked.'
      }
    }
    case 'roll_table': {
      const { text: row, roll, name } = rollTable(game.tables, String(params['table']), dice)
      return {
        state,
        writes: [scribe.entry('roll', row, { by: DM, action: 'roll_table', table: String(params['table']), rolls: [roll] })],
        subject: `${name}: ${row}`,
        answer: row
      }
    }
    case 'record': {
      const tags = String(params['tags'] ?? '')
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean)
      const space = call.actor === DM ? 'world' : { player: call.actor }
      const write: Write = { kind: 'note', space, path: String(params['note_path']), content: String(params['content']), tags }
      return {
        state,
        writes: [write],
        subject: `${call.actor === DM ? 'The DM' : who} writes a note`,
        answer: `Kept as ${String(params['note_path'])}.`
      }
    }
    case 'remember':
      return { state, writes: [{ kind: 'timeline', actor: call.actor, text }], subject: `${who} will remember: ${text}`, answer: 'Remembered.' }
    case 'reseed': {
      const seed = String(params['seed'])
      return {
        state: { ...state, next: { ...state.next, dice: { seed } } },
        writes: [],
        subject: 'The table takes other dice',
        answer: 'Other dice.'
      }
    }
    case 'pass':
      return {
        state,
        writes: [],
        subject: call.as === undefined && call.actor === DM ? 'The DM waits' : `${nameOf(state, call.as ?? call.actor)} waits`,
        answer: 'Passed.'
      }
    default:
      throw new Problem('refused', `${call.action} cannot be played at the table.`)
  }
}

/** A commit subject: one line, at most 100 characters, cut at a word. */
function oneLine(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, ' ').trim()
  if (line.length <= 100) return line
  const cut = line.slice(0, 99)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 60)).replace(/[,;:—–-]$/, '')}…`
}
