import { isObject, own } from '../../shared/base/json'
import type { Game, Offer, ParamDef } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { questOf } from '../../shared/story/story-state'
import { choice, offer, offers, text } from './offer'
import { party } from './people'

/** The DM's verbs that record the story besides notes: threads, quests, relationships, facts, and the timelines of NPCs who are near. */
export function keepVerbs(state: GameState, game: Game, near: readonly string[]): Offer[] {
  const threads = openThreads(state)
  const labels = Object.fromEntries(threads.map((id) => [id, threadText(state, id)]))
  return offers(
    offer('open_thread', 'Open a thread of the story: something that is promised, owed or unexplained.', [
      text('A short name, such as "the-lost-key".', 'thread'),
      text('What is open, in a sentence.'),
      text('How it is meant to be paid off, if you know. Only you read it.', 'payoff', false)
    ]),
    threads.length > 0 &&
      offer('close_thread', 'Close a thread of the story; everybody hears how it ended.', [
        choice(state, 'thread', 'Which thread.', threads, { labels }),
        text('How it ended, in a sentence.', 'outcome')
      ]),
    ...questVerbs(state),
    ...relationshipVerb(state, near),
    !hasFactAction(game) && ESTABLISH,
    near.length > 0 &&
      offer('remember', "Write a major event of an NPC's life into their timeline.", [
        choice(state, 'who', 'Whose life.', near),
        text('What happened.')
      ])
  )
}

/** The DM's verbs for quests: start those that can begin, mark objectives as done, and end active ones. SPEC.md S9. */
function questVerbs(state: GameState): Offer[] {
  const quests = Object.keys(state.quests).flatMap((id) => {
    const quest = questOf(state, id)
    return quest ? [{ id, ...quest }] : []
  })
  const named = (name: string, some: readonly { id: string; name: string }[]): ParamDef => {
    const labels = Object.fromEntries(some.map(({ id, name: called }) => [id, called]))
    const ids = some.slice(0, MAX_CHOICES).map(({ id }) => id)
    return choice(state, name, `Which ${name}.`, ids, { labels })
  }
  const isCompleted = (id: string): boolean => questOf(state, id)?.status === 'completed'
  const ready = quests.filter(({ status, prerequisites }) => status === 'inactive' && prerequisites.every(isCompleted))
  const active = quests.filter(({ status }) => status === 'active')
  const objectives = active.flatMap(({ id, objectives: all }) => all.flatMap((one) => (one.done ? [] : [{ id: `${id}/${one.id}`, name: one.text }])))
  return offers(
    ready.length > 0 && offer('start_quest', 'Start a quest: from now on it is active.', [named('quest', ready)]),
    objectives.length > 0 && offer('advance_quest', 'Mark an objective of a quest as done.', [named('objective', objectives)]),
    active.length > 0 &&
      offer('close_quest', 'End an active quest; everybody hears how it ended.', [
        named('quest', active),
        { name: 'how', type: 'enum', description: 'Whether it is completed or has failed.', required: true, enum: ['completed', 'failed'] },
        text('How it ended, in a sentence.', 'outcome')
      ])
  )
}

/** The maximum number of quests or objectives that one parameter lists. */
const MAX_CHOICES = 50

/** The offer to change how characters who are near feel about each other. */
function relationshipVerb(state: GameState, near: readonly string[]): Offer[] {
  const people = [...party(state), ...near]
  if (people.length < 2) return []
  return [
    offer('change_relationship', 'Change how one character feels about another because of what happened.', [
      choice(state, 'from', 'Who feels it.', people),
      choice(state, 'to', 'About whom.', people),
      { name: 'by', type: 'number', description: 'By how much, from -100 to 100.', required: true }
    ])
  ]
}

const ESTABLISH = offer('establish', 'Record that something is true from now on. Conditions of the story can ask for it.', [
  text('A short name, in words joined by dashes, such as "bridge-down".', 'fact'),
  text('What is true now, in a sentence that everybody hears.')
])
/** Whether a game lets its DM record facts by an action of its own. */
const hasFactAction = (game: Game): boolean => game.manifest.dm_actions.some((name) => own(game.guide().actions, name)?.kind === 'set_fact')

/** What a thread leaves open, as a text; its id if it has no text. */
function threadText({ threads }: GameState, id: string): string {
  const thread = own(threads, id)
  const description = isObject(thread) ? (thread['setup'] ?? thread['text']) : undefined
  return typeof description === 'string' ? description : id
}

const openThreads = ({ threads }: GameState): string[] =>
  Object.entries(threads).flatMap(([id, thread]) => (isObject(thread) && thread['open'] === false ? [] : [id]))
