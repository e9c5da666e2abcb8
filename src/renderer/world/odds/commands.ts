import { own } from '../../../shared/base/json'
import { arrange, updateMap, useSession } from '../../session'
import type { Command } from '../../ui/commands'
const get = useSession.getState

/** The character whose sheet is open, else the one whose turn it is, else a player. */
function who(): string | undefined {
  const { inspectedActor, snapshot } = get()
  const actors = snapshot?.state.actors ?? {}
  const [player] = Object.keys(actors).filter((id) => own(actors, id)?.kind === 'player')
  return [inspectedActor, snapshot?.state.next.actor, player].find((id) => id !== undefined && own(actors, id) !== undefined)
}

/** The commands of the odds on the map. */
export const oddsCommands: readonly Command[] = [
  {
    id: 'map.odds',
    group: 'Map',
    label: 'Show odds on the map',
    when: () => who() !== undefined,
    run: () => {
      updateMap({ odds: who() })
      arrange({ view: 'map' })
    }
  }
]
