import { flushSync } from 'react-dom'
import { arrange, updateMap, useSession } from '../../session'
import type { Command } from '../../ui/commands'
import { heatTexts as t } from './texts'

/** The spans of visits that the map can show. */
export const HEATS = ['off', 'session', 'branch'] as const

/** The commands that show visits on the map. */
export const heatCommands: readonly Command[] = HEATS.map((heat) => ({
  id: `map.heat.${heat}`,
  group: 'Map',
  label: t.commands[heat],
  when: () => useSession.getState().present !== undefined,
  run: () => {
    updateMap({ heat, visits: undefined })
    if (heat !== 'off' && useSession.getState().desk.view !== 'map') flushSync(() => arrange({ view: 'map' }))
  }
}))
