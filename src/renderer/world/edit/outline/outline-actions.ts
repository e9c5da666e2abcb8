import { flushSync } from 'react-dom'
import type { TreeActions } from '../../../canvas/use-tree-keys'
import { selectOnMap, updateMap, openForm, useSession } from '../../../session'
import { keyOf } from '../../../store/renames'
import type { Row } from './rows'
import { focusForm } from '../focus'

/** The actions of the outline's keys. */
export const OUTLINE_ACTIONS: TreeActions<Row> = {
  commands: {
    a: 'place.add',
    insert: 'place.add',
    'shift+insert': 'region.add',
    c: 'place.connect',
    m: 'place.move',
    f2: 'world.rename',
    delete: 'world.remove'
  },
  // Only rows of the same kind as the last one: places are moved and connected together, but not with their regions.
  onSelect: (rows) => selectOnMap(...rows.filter(({ what }) => what === rows.at(-1)?.what).map(({ what, id }) => ({ what, id }))),
  onToggle: ({ what, id, key }) => {
    const { selection } = useSession.getState().mapState
    const others = selection.filter((one) => keyOf(one) !== key)
    selectOnMap(...others, ...(others.length < selection.length && others.length > 0 ? [] : [{ what, id }]))
  },
  onFold: (key, open) => updateMap({ folds: { ...useSession.getState().mapState.folds, [key]: open } }),
  onOpen: ({ what, id }) => {
    // Rendered synchronously, so that the next key goes to the form.
    flushSync(() => openForm({ what, id }))
    focusForm()
  }
}
