import { own } from '../../shared/base/json'
import { fileAt } from '../../shared/story/layout'
import type { Lore } from '../../shared/story/lore'
import type { GameState } from '../../shared/story/state'
import type { TextSource } from '../../shared/story/writers'

/** Where a text comes from, in words: `Throat Yard, description`. */
export function sourceWords({ path, keys, node }: TextSource, state: GameState | undefined, lore: Lore | undefined): string {
  const at = fileAt(path)
  const [first] = keys
  const below = keys.filter((key) => typeof key === 'string' && key !== 'body' && key !== 'text').map((key) => String(key).replaceAll('_', ' '))
  const within = (name: string | undefined, inner = below): string => [name ?? path, ...inner].join(', ')
  const title = (id: string): string | undefined => lore?.story.find((event) => event.id === id)?.title
  const place = (id: string): string => own(state?.places, id)?.name ?? id
  if (node !== undefined) {
    const event = title(/^world\/story\/([^/]+)\//.exec(path)?.[1] ?? '')
    return `Node ${node} of ${event === undefined ? path : `the scene of “${event}”`}`
  }
  switch (at?.kind) {
    case 'location':
      return within(own(state?.places, at.parts.id)?.name)
    case 'journeys': {
      const journey = own(state?.journeys, String(first))
      return within(journey && `${place(journey.from)} to ${place(journey.to)}`, journey ? below.slice(1) : below)
    }
    case 'region':
      return within(own(state?.regions, at.parts.region)?.name)
    case 'actor':
    case 'sheet':
    case 'beliefs':
      return within(own(state?.actors, at.parts.id)?.name)
    case 'storyEvent':
      return within(title(at.parts.id))
    case 'equipment':
      return within(typeof first === 'string' ? `the item ${first}` : undefined, below.slice(1))
    case 'diceTable':
      return `the table ${at.parts.id}`
    case 'condition':
    case 'action':
    case 'yamlAction':
      return `the ${at.kind === 'condition' ? 'condition' : 'action'} ${at.parts.id}`
    default:
      return keys.every((key) => typeof key === 'number') ? path : within(path)
  }
}
