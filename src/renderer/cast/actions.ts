import { inspect, useSession } from '../session'
import type { RowAction } from '../ui/RowMenu'
import { copyCharacters, removeCharacters } from './edits'
import { focusCharacter, useCast } from './state'
import { castTexts } from './texts'

const t = castTexts.menu

/** What can be done with characters; `shown` are the ids of all that are shown, in their order. */
export const castActions = (shown: readonly string[]): readonly RowAction[] => [
  { label: t.open, keys: 'enter', isAlone: true, isReading: true, run: focusCharacter },
  { label: t.rename, keys: 'f2', isAlone: true, run: ([id = '']) => useCast.set({ naming: { id } }) },
  { label: t.id, keys: '', isAlone: true, run: () => useSession.setState({ dialog: 'character-id' }) },
  { label: t.copy, keys: 'mod+d', run: copyCharacters },
  { label: t.remove, keys: 'delete', run: (ids) => removeCharacters(ids, shown) },
  { label: t.sheet, keys: '', isAlone: true, isReading: true, run: ([id = '']) => inspect(id) }
]
