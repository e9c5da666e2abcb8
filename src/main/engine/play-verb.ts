import type { Verb } from '../../shared/story/names'
import { listed } from '../../shared/words/labels'
import { Problem } from '../../shared/base/problem'
import { exercised } from './exercised'
import { clickWords, tellOutput } from './narration'
import { type VerbOutcome, move } from './outcome'
import { DM, nameOf, ready } from './people'
import { advanceQuest, changeRelationship, closeQuest, startQuest } from './quests'
import { chooseOption, runScene, stopScene } from './scene-verbs'
import { closeThread, endCampaign, endScene, endSession, establish, milestone, openScene, openSession, openThread, summarise } from './scenes'
import type { VerbCall } from './verb-call'
import { MAX_PLAN_CHARACTERS } from './verbs'
import type { Table } from '../../shared/story/game'
import type { Dice } from '../../shared/story/play'
import { rollOn, TableProblem, type RolledTable } from '../../shared/story/tables'

/** How the table's own verbs are played, those that only look excepted. */
const PLAYED: Readonly<Partial<Record<Verb, (call: VerbCall) => VerbOutcome>>> = {
  open_session: openSession,
  open_scene: openScene,
  end_scene: endScene,
  end_session: endSession,
  end_campaign: endCampaign,
  open_thread: openThread,
  close_thread: closeThread,
  start_quest: startQuest,
  advance_quest: advanceQuest,
  close_quest: closeQuest,
  change_relationship: changeRelationship,
  establish,
  run_scene: runScene,
  choose_option: chooseOption,
  stop_scene: stopScene,
  summarise,
  milestone,
  click: clickWords,
  narrate,
  speak({ state, call: { actor }, text, scribe }) {
    if (actor !== DM) return move(state, `${nameOf(state, actor)}: “${text('text')}”`, 'Everybody heard it.', [scribe.entry('speech', text('text'))])
    const player = text('player')
    const subject = `The DM has a private word with ${nameOf(state, player)}`
    return move(state, subject, 'Said in private.', [{ kind: 'private', player, by: DM, text: text('text') }])
  },
  whisper({ state, call: { actor }, text }) {
    const subject = `${nameOf(state, actor)} whispers to the DM`
    return move(state, subject, 'The DM heard it and will answer.', [{ kind: 'private', player: actor, by: actor, text: text('text') }])
  },
  call_on({ state, params, run }) {
    const names = params['who'] as string[]
    const players = names.includes('all') ? ready(state, run.game) : names
    const whom = names.includes('all') ? 'everybody' : listed(players.map((id) => nameOf(state, id)))
    return move(state, `The DM turns to ${whom}`, 'You called on them.')
  },
  roll_table({ state, text, run, scribe }) {
    const table = text('table')
    const { text: row, rolls, name } = rollTable(run.game.tables, table, run.dice)
    const entry = scribe.entry('roll', row, { by: DM, action: 'roll_table', table, rolls })
    return move(exercised(state, run.tables), `${name}: ${row}`, row, [entry])
  },
  record({ state, call: { actor }, text }) {
    const tags = text('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    const space = actor === DM ? 'world' : { player: actor }
    return move(state, `${seatName(state, actor)} writes a note`, `Saved as ${text('note_path')}.`, [
      { kind: 'note', space, path: text('note_path'), content: text('content'), tags }
    ])
  },
  plan({ state, call: { actor }, text: textOf }) {
    const text = textOf('text')
    if (text.length > MAX_PLAN_CHARACTERS)
      throw new Problem('refused', `A plan has at most ${MAX_PLAN_CHARACTERS} characters, and this one has ${text.length}. Shorten it.`)
    return move(state, `${seatName(state, actor)} makes a plan`, 'Your plan is saved. It is still your turn.', [{ kind: 'plan', who: actor, text }])
  },
  remember({ state, call, text: textOf }) {
    const text = textOf('text')
    const actor = call.actor === DM ? textOf('who') : call.actor
    return move(state, `${nameOf(state, actor)} will remember: ${text}`, 'Remembered.', [{ kind: 'timeline', actor, text }])
  },
  reseed({ state, call, text }) {
    const { dice, beat } = state.next
    const counted = call.params['count'] === 'anew' ? (beat > 0 ? { offset: beat } : {}) : dice.offset === undefined ? {} : { offset: dice.offset }
    return move(
      { ...state, next: { ...state.next, dice: { seed: text('seed'), ...counted } } },
      'The random seed changes',
      'The random seed is changed.'
    )
  },
  pass: ({ state, call }) => move(state, `${call.as === undefined ? seatName(state, call.actor) : nameOf(state, call.as)} waits`, 'Passed.')
}

const seatName = (state: VerbCall['state'], actor: string): string => (actor === DM ? 'The DM' : nameOf(state, actor))

function narrate(verb: VerbCall): VerbOutcome {
  const { state, params, text: textOf, scribe } = verb
  if (params['output'] !== undefined) return tellOutput(verb)
  const text = textOf('text')
  if (params['voice'] === undefined) return move(state, text, 'Told.', [scribe.entry('narration', text, { by: DM })])
  const voice = textOf('voice')
  return move(state, `${nameOf(state, voice)}: “${text}”`, 'Told.', [scribe.entry('speech', text, { by: voice })])
}

/** Plays one of the table's own verbs, before the turn moves on. */
export function playVerb(verb: VerbCall): VerbOutcome {
  const { action } = verb.call
  const played = PLAYED[action as Verb]
  if (!played) throw new Problem('refused', `${action} can't be played at the table. Choose another action.`)
  return played(verb)
}

/** Rolls on one of the game's tables. Throws Problem `not-found` for an unknown table, `rule-failed` if no row has the total. SPEC.md B1–B4. */
function rollTable(tables: Readonly<Record<string, Table>>, id: string, dice: Dice): RolledTable {
  try {
    return rollOn(tables, id, (expr, options) => dice.roll(expr, options))
  } catch (thrown) {
    if (!(thrown instanceof TableProblem)) throw thrown
    if (!Object.hasOwn(tables, id)) throw new Problem('not-found', thrown.message)
    throw new Problem('rule-failed', thrown.message, { file: `tables/${thrown.table}.yaml` })
  }
}
