// Runs inside the sandbox. The effects of YAML actions on quests, relationships and threads of the story.
import { asMap, type Effect, type EffectContext } from './running'
import type { Shape } from './shapes'
import { InvalidRuleValue } from './plain'

const QUEST: Shape = { is: 'text', of: 'the id of a quest' }
const THREAD: Shape = { is: 'text', of: 'the id of a thread' }
const PERSON: Shape = { is: 'text', of: 'the id of a character' }
const LINE: Shape = { is: 'text', of: 'a sentence' }
const short = (one: Shape, fields: Record<string, Shape>, needs: readonly string[]): Shape => ({
  is: 'either',
  of: [one, { is: 'map', fields, needs }]
})

/** The id that an effect names, if the campaign has it. */
function known(part: 'quests' | 'threads', what: string, value: unknown, { draft }: EffectContext): string {
  const id = String(value)
  if (!Object.hasOwn(draft.state[part], id)) throw new InvalidRuleValue(`uses the ${what} "${id}", which this campaign doesn't have`)
  return id
}

/** Effects by word. */
export const effectsOnStory: Readonly<Record<string, Effect>> = {
  start_quest: {
    about: 'An inactive quest becomes active; any other stays as it is.',
    example: 'find-the-bell',
    takes: QUEST,
    run: (argument, running) => void running.draft.startQuest(known('quests', 'quest', argument, running))
  },
  complete_quest: {
    about: 'An active quest is completed; any other stays as it is.',
    example: 'find-the-bell',
    takes: QUEST,
    run: (argument, running) => void running.draft.completeQuest(known('quests', 'quest', argument, running))
  },
  fail_quest: {
    about: 'An active quest has failed; any other stays as it is.',
    example: 'find-the-bell',
    takes: QUEST,
    run: (argument, running) => void running.draft.failQuest(known('quests', 'quest', argument, running))
  },
  complete_objective: {
    about: 'Marks an objective of a quest as done.',
    example: '{ quest: find-the-bell, objective: rope }',
    takes: { is: 'map', fields: { quest: QUEST, objective: { is: 'text', of: 'the id of an objective' } }, needs: ['quest', 'objective'] },
    run(argument, running) {
      const { quest, objective } = asMap(argument, 'quest')
      running.draft.completeObjective(known('quests', 'quest', quest, running), String(objective))
    }
  },
  change_relationship: {
    about: 'Changes how one character feels about another by an amount, within −100 and 100; `from` defaults to the actor.',
    example: '{ from: "{who}", to: "{actor}", by: 10 }',
    takes: { is: 'map', fields: { from: PERSON, to: PERSON, by: { is: 'number', least: -200 } }, needs: ['to', 'by'] },
    run(argument, { draft, actor }) {
      const { from = actor, to, by } = asMap(argument, 'to')
      const ends = [String(from), String(to)] as const
      const nobody = ends.find((end) => !Object.hasOwn(draft.state.actors, end) && !Object.hasOwn(draft.state.factions, end))
      if (nobody !== undefined) throw new InvalidRuleValue(`uses the character or faction "${nobody}", which this campaign doesn't have`)
      draft.changeRelationship(...ends, Number(by))
    }
  },
  open_thread: {
    about: 'Opens a thread of the story, unless there is one of this id.',
    example: '{ thread: the-lost-key, text: The key is gone., payoff: It fits the bell house. }',
    takes: { is: 'map', fields: { thread: THREAD, text: LINE, payoff: LINE }, needs: ['thread', 'text'] },
    run(argument, { draft }) {
      const { thread, text, payoff } = asMap(argument, 'thread')
      draft.openThread(String(thread), String(text), typeof payoff === 'string' ? payoff : undefined)
    }
  },
  pay_off: {
    about: 'Closes a thread of the story, and may say how it ended.',
    example: '{ thread: the-lost-key, outcome: It fits. }',
    takes: short(THREAD, { thread: THREAD, outcome: LINE }, ['thread']),
    run(argument, running) {
      const { thread, outcome } = asMap(argument, 'thread')
      running.draft.payOff(known('threads', 'thread', thread, running), typeof outcome === 'string' ? outcome : undefined)
    }
  }
}
