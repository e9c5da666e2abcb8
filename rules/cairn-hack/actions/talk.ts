import { Draft } from '../lib/draft'
import { passTime, save } from '../lib/harm'
import { atLeast, attitude, called, canAct, holds, npcsAt, placeOf, warmer } from '../lib/people'
import { cap, rank, turn } from '../lib/words'

const AGAIN = 60

/** The next thing somebody has to tell and would tell now. */
function nextReveal(state: GameState, npc: Actor, mood: Attitude): [string, Reveal] | undefined {
  return Object.entries(npc.reveals ?? {}).find(
    ([id, reveal]) => !state.facts[id] && holds(state, reveal.after) && atLeast(mood, reveal.needs ?? 'wary')
  )
}
/** Whether there is something left that only a better mood would bring out. */
const keepsBack = (state: GameState, npc: Actor): boolean =>
  Object.entries(npc.reveals ?? {}).some(
    ([id, reveal]) => !state.facts[id] && holds(state, reveal.after) && !atLeast(attitude(npc), reveal.needs ?? 'wary')
  )

/** Whether talking to somebody can come to anything now. */
function worthTalking(state: GameState, id: string): boolean {
  const npc = state.actors[id]
  if (!npc || attitude(npc) === 'hostile') return false
  if (npc.tags['met'] !== true || nextReveal(state, npc, attitude(npc)) !== undefined) return true
  const pressed = npc.tags['pressed']
  return keepsBack(state, npc) && (typeof pressed !== 'number' || state.clock.minutes >= pressed + AGAIN)
}
const partners = (state: GameState, actor: string): string[] =>
  npcsAt(state, placeOf(state, actor)).filter((id) => id !== actor && worthTalking(state, id))

/** How a first meeting goes. In a settlement, and with people who had no quarrel, nobody comes to blows over it. */
function reaction(draft: Draft, id: string, place: string): Attitude {
  const { total } = roll('2d6', { label: 'reaction', target: id })
  const mild = draft.actor(id).attitude === 'neutral' || draft.state.places[place]?.tags['settlement'] === true
  if (total <= 2) return mild ? 'wary' : 'hostile'
  if (total <= 5) return 'wary'
  return total <= 8 ? 'neutral' : 'friendly'
}

const MOODS: Record<Attitude, string[]> = {
  hostile: ['$N listens to $A with a hand already moving, and the talking is over.', 'Something $A says is the wrong thing to say to $N.'],
  wary: ['$N answers $A from behind half a step of distance.', '$N gives $A short answers and watches the hands.'],
  neutral: ['$N hears $A out.', '$N and $A trade the kind of words that cost nothing.'],
  friendly: ['$N warms to $A at once.', '$N makes room for $A, and means it.']
}
const TELLS = [
  '$N says to $A: “$R”',
  '$N looks round once, then tells $A: “$R”',
  '“$R” That is what $N has to say to $A.',
  '$A asks, and $N answers: “$R”',
  'It comes out of $N slowly: “$R”',
  '$N waits until $A has run out of questions. “$R”',
  '“$R” $N says it to the floor, but it is meant for $A.',
  '$A says little and waits, and into the waiting $N says: “$R”',
  '$N has been keeping this for somebody, and it turns out to be $A: “$R”',
  '“$R” says $N, before $A has quite sat down.',
  '$N considers $A, and then the door. “$R”'
]
const SHUT = ['$N is keeping something back, and $A does not get at it.', '$A presses; $N looks past $A and talks about the weather.']
const WON = ['$A finds the right word, and $N lets go of some distrust.', '$N thinks it over and decides that $A will do.']

export default {
  name: 'talk',
  description: 'Talk with somebody here: how they take you, and what they know.',
  params(state, actor) {
    const people = partners(state, actor)
    return [{ name: 'target', type: 'target', description: 'With whom', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    if (state.combat) return 'not in a fight'
    if (!state.actors[actor]) return 'only somebody of flesh can talk'
    if (!canAct(state, actor)) return 'cannot act'
    return partners(state, actor).length > 0 || 'nobody here has anything to say'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const target = String(params['target'])
    const npc = draft.actor(target)
    const asker = draft.actor(actor).name
    const told = Object.keys(npc.reveals ?? {}).filter((id) => state.facts[id]).length
    const tell = (choices: readonly string[], what = ''): void => {
      const line = turn(choices, 4 * rank(state.actors, target) + told)
      draft.say(
        cap(
          line
            .replaceAll('$N', () => npc.name)
            .replaceAll('$A', () => asker)
            .replace('$R', () => what)
        )
      )
    }
    const met = npc.tags['met'] === true
    let mood = attitude(npc)
    if (!met) {
      draft.put(['actors', target, 'tags', 'met'], true)
      if (npc.attitude === undefined || npc.attitude === 'neutral') mood = reaction(draft, target, npc.location)
      if (mood !== npc.attitude) draft.put(['actors', target, 'attitude'], mood)
    } else if (nextReveal(state, npc, mood) === undefined) {
      draft.put(['actors', target, 'tags', 'pressed'], state.clock.minutes)
      if (save(draft, actor, 'WIL').success) {
        mood = warmer(mood)
        draft.put(['actors', target, 'attitude'], mood)
        tell(WON)
      } else tell(SHUT)
    }
    if (mood === 'hostile') {
      tell(MOODS.hostile)
      return draft.result([{ action: 'start-combat', params: { foes: [target] } }])
    }
    const reveal = nextReveal(draft.state, npc, mood)
    if (reveal) {
      draft.fact(reveal[0])
      tell(TELLS, reveal[1].text)
    } else if (!met) tell(MOODS[mood])
    passTime(draft, 5)
    return draft.result()
  }
} satisfies Action
