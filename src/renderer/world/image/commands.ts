import { updateMap, useSession } from '../../session'
import type { Command } from '../../ui/commands'
import { imageTexts as t } from './texts'

/** The commands that export an image of the map. */
export const imageCommands: readonly Command[] = (['svg', 'png'] as const).map((format) => ({
  id: `map.${format}`,
  group: 'World',
  label: t.commands[format],
  when: () => useSession.getState().present !== undefined,
  run: () => updateMap({ question: { what: 'picture', format } })
}))
