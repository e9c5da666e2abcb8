import { own } from '../base/json'
import type { GameState } from '../story/state'
import { factionOf, isKnownTo, questOf, relationshipOf, type StoryState } from '../story/story-state'

type World = StoryState & Pick<GameState, 'actors' | 'places'>

const called = (state: World, id: string): string => own(state.actors, id)?.name ?? factionOf(state, id)?.name ?? own(state.places, id)?.name ?? id

/** The unfinished quests that a player knows of: their descriptions, and the remaining objectives. Neither ids nor facts. */
export const questLines = (state: World, player: string): string[] =>
  Object.keys(state.quests).flatMap((id) => {
    const quest = questOf(state, id)
    return quest?.status === 'active' && isKnownTo(state, id, player) ? questLine(state, quest) : []
  })

function questLine(state: World, quest: NonNullable<ReturnType<typeof questOf>>): string {
  const left = quest.objectives.flatMap(({ text, done }) => (done ? [] : text))
  const rewards = quest.rewards.map(({ name, quantity }) => (quantity === undefined ? name : `${quantity} ${name}`))
  return [
    quest.name,
    ...(quest.description === '' ? [] : [quest.description]),
    ...(quest.giver === undefined ? [] : [`given by ${called(state, quest.giver)}`]),
    ...(left.length === 0 ? [] : [`left to do: ${left.join(', ')}`]),
    ...(rewards.length === 0 ? [] : [`reward: ${rewards.join(', ')}`])
  ].join(' — ')
}

/** The quests of a character: those they own or give, and those that players know of, each with its status. */
export const questStatusLines = (state: World, who: string): string[] =>
  Object.keys(state.quests).flatMap((id) => {
    const quest = questOf(state, id)
    if (!quest || (quest.owner !== who && quest.giver !== who && !(own(state.actors, who)?.kind === 'player' && isKnownTo(state, id, who)))) return []
    const role = quest.giver === who ? ', gave it' : quest.owner === who ? '' : ', knows of it'
    return `${quest.name} (${quest.status}${role})`
  })

const valueWords = (value: number | undefined): string => (value === undefined ? '' : ` (${value > 0 ? '+' : ''}${value})`)

/** A character's ties: their attitudes to others, their factions, and the factions' attitudes to them. */
export function standingLines(state: World, who: string): string[] {
  const ties = Object.keys(state.relationships).flatMap((id) => {
    const tie = relationshipOf(state, id)
    if (tie?.from !== who) return []
    const words = tie.text === '' ? tie.type.toLowerCase() : tie.text
    return `${words} ${called(state, tie.to)}${valueWords(tie.value)}`.trim()
  })
  const factions = Object.keys(state.factions).flatMap((id) => {
    const faction = factionOf(state, id)
    if (!faction) return []
    const member = faction.members.find((one) => one.id === who)
    const attitude = own(faction.standing, who)
    return [
      ...(member ? [`member of ${faction.name}${member.role === '' ? '' : `: ${member.role}`}`] : []),
      ...(attitude === undefined ? [] : [`standing with ${faction.name}${valueWords(attitude)}`])
    ]
  })
  return [...ties, ...factions]
}
