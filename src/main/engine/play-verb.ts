import type { Verb } from '../../shared/story/names'
import { Problem } from '../../shared/base/problem'
import type { ActionCall, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import type { Documents } from './documents'
import { exercised } from './exercised'
import type { Move, Write } from './outcome'
import { listed } from '../../shared/words/labels'
import { clickWords, tellOutput } from './narration'
import { DM, nameOf, ready } from './people'
import type { Run } from './actions'
import { closeThread, endCampaign, establish, endScene, endSession, milestone, openScene, openSession, openThread, summarise } from './scenes'
import { advanceQuest, changeRelationship, closeQuest, startQuest } from './quests'
import { chooseOption, runScene, stopScene } from './scene-verbs'
import type { Scribe } from './scribe'
import { MAX_PLAN_CHARACTERS } from './verbs'
import { rollTable } from './tables'

/** What verbs need besides the state: the rules, the log and the documents of story events. */
interface Table {
  run: Run
  scribe: Scribe
  documents: Documents
}

/** Plays one of the table's own verbs, before the turn moves on. */
export function playVerb(state: GameState, call: ActionCall, params: Params, { run, scribe, documents }: Table): Move {
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
    case 'end_campaign':
      return endCampaign(state, params, entry)
    case 'open_thread':
      return openThread(state, params)
    case 'start_quest':
      return startQuest(state, params)
    case 'advance_quest':
      return advanceQuest(state, params)
    case 'close_quest':
      return closeQuest(state, params, (said) => scribe.entry('system', said, { action: 'close_quest' }))
    case 'change_relationship':
      return changeRelationship(state, params)
    case 'close_thread':
      return closeThread(state, params, (said) => scribe.entry('system', said, { action: 'close_thread' }))
    case 'establish':
      return establish(state, params, (said) => scribe.entry('system', said, { action: 'establish' }))
    case 'run_scene':
      return runScene(state, params, documents, scribe)
    case 'choose_option':
      return chooseOption(state, call.actor, params, documents, scribe)
    case 'stop_scene':
      return stopScene(state, documents)
    case 'summarise':
      return summarise(state, params, run.game)
    case 'click':
      return clickWords(state, params, run, scribe)
    case 'narrate': {
      if (params['output'] !== undefined) return tellOutput(state, params, run, scribe, documents.narratives)
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
      return { state, writes: [scribe.entry('speech', text)], subject: `${who}: “${text}”`, answer: 'Everybody heard it.' }
    case 'whisper':
      return {
        state,
        writes: [{ kind: 'private', player: call.actor, by: call.actor, text }],
        subject: `${who} whispers to the DM`,
        answer: 'The DM heard it and will answer.'
      }
    case 'call_on': {
      const names = params['who'] as string[]
      const players = names.includes('all') ? ready(state, run.game) : names
      return {
        state,
        writes: [],
        subject: `The DM turns to ${names.includes('all') ? 'everybody' : listed(players.map((id) => nameOf(state, id)))}`,
        answer: 'You called on them.'
      }
    }
    case 'roll_table': {
      const table = String(params['table'])
      const { text: row, rolls, name } = rollTable(run.game.tables, table, run.dice)
      return {
        state: exercised(state, run.tables),
        writes: [scribe.entry('roll', row, { by: DM, action: 'roll_table', table, rolls })],
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
        answer: `Saved as ${String(params['note_path'])}.`
      }
    }
    case 'plan':
      if (text.length > MAX_PLAN_CHARACTERS)
        throw new Problem('refused', `A plan has at most ${MAX_PLAN_CHARACTERS} characters, and this one has ${text.length}. Shorten it.`)
      return {
        state,
        writes: [{ kind: 'plan', who: call.actor, text }],
        subject: `${call.actor === DM ? 'The DM' : who} makes a plan`,
        answer: 'Your plan is saved. It is still your turn.'
      }
    case 'remember': {
      const whose = call.actor === DM ? String(params['who']) : call.actor
      const name = nameOf(state, whose)
      return { state, writes: [{ kind: 'timeline', actor: whose, text }], subject: `${name} will remember: ${text}`, answer: 'Remembered.' }
    }
    case 'milestone':
      return milestone(state)
    case 'reseed': {
      const seed = String(params['seed'])
      return {
        state: { ...state, next: { ...state.next, dice: { ...state.next.dice, seed } } },
        writes: [],
        subject: 'The random seed changes',
        answer: 'The random seed is changed.'
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
      throw new Problem('refused', `${call.action} can't be played at the table. Choose another action.`)
  }
}
