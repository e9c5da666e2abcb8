import { updateMap, useSession } from '../../session'
import type { Command } from '../../ui/commands'
import { pictureTexts as t } from './texts'

/** What makes pictures of the map. */
export const pictureCommands: readonly Command[] = (['svg', 'png'] as const).map((format) => ({
  id: `map.${format}`,
  group: t.group,
  label: t.commands[format],
  when: () => useSession.getState().present !== undefined,
  run: () => updateMap({ question: { what: 'picture', format } })
}))
