import { flushSync } from 'react-dom'
import type { TreeActions } from '../../canvas/use-tree-keys'
import { choose, onMap, openForm, useSession } from '../../session'
import { keyOf } from '../../store/renames'
import type { Row } from './outline'
import { reachForm } from './reach'

/** What the keys of the outline do. */
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
  // Of several rows those of the kind of the last: places are moved and connected together, not with their regions.
  onSelect: (rows) => choose(...rows.filter(({ what }) => what === rows.at(-1)?.what).map(({ what, id }) => ({ what, id }))),
  onToggle: ({ what, id, key }) => {
    const { chosen } = useSession.getState().mapping
    const others = chosen.filter((one) => keyOf(one) !== key)
    choose(...others, ...(others.length < chosen.length && others.length > 0 ? [] : [{ what, id }]))
  },
  onFold: (key, open) => onMap({ folds: { ...useSession.getState().mapping.folds, [key]: open } }),
  onOpen: ({ what, id }) => {
    // At once, so that the next key already lands in the form.
    flushSync(() => openForm({ what, id }))
    reachForm()
  }
}
