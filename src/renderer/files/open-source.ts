import { fileAt } from '../../shared/story/layout'
import type { SourceNow, TextSource } from '../../shared/story/writers'
import { api } from '../client'
import { focusFieldSoon } from '../fields/focus-field'
import { goTo, notify, openForm, useSession } from '../session'
import { runCall } from '../run-call'
import { slice } from '../slice'
import { openFormOf } from './form-request'
import { openNode } from './node-request'
import { openAt } from './open-at'
import { sourceTexts as t } from './source-texts'

/** The beat from which a text was last fixed: there the story can begin again with today's world. */
export const useFixed = slice<{ commit?: string }>('fixed', {})

/** A field of a form, and what shows that form. */
interface FieldOfForm {
  field: string
  show: () => void
}

/** The field of a form that has the value of a file; undefined if only the workshop has it. */
function fieldOf({ path, keys }: TextSource): FieldOfForm | undefined {
  const at = fileAt(path)
  const rest = keys[0] === 'body' ? ['text'] : keys
  const fieldIn = (form: string, of: readonly (string | number)[] = rest): string => [form, ...of].join('/')
  switch (at?.kind) {
    case 'location':
      return { field: fieldIn(`place:${at.parts.id}`), show: () => openForm({ what: 'place', id: at.parts.id }) }
    case 'region':
      return { field: fieldIn(`region:${at.parts.region}`, ['description']), show: () => openForm({ what: 'region', id: at.parts.region }) }
    case 'journeys': {
      const [id = '', ...below] = keys.map(String)
      return { field: fieldIn(`journey:${id}`, below), show: () => openForm({ what: 'journey', id }) }
    }
    case 'storyEvent':
      return { field: fieldIn(`event:${at.parts.id}`), show: () => openFormOf('event', at.parts.id) }
    case 'actor':
    case 'sheet':
      return { field: fieldIn(`character:${at.parts.id}`), show: () => openFormOf('character', at.parts.id) }
    case 'equipment': {
      const [id, ...below] = keys.map(String)
      return id === undefined ? undefined : { field: fieldIn(`item:${id}`, below), show: () => openFormOf('item', id) }
    }
    case 'diceTable':
      return { field: fieldIn(`table:${at.parts.id}`), show: () => openFormOf('table', at.parts.id) }
    case 'topic':
    case 'ruling':
    case 'worldNote':
      return { field: `note:${path}`, show: () => openFormOf('note', path) }
    default:
      return undefined
  }
}

/** Opens what a text of the log comes from, as it is today, with the caret at that passage, and says whether it has changed since the beat. */
export async function openSource(source: TextSource, from: { commit: string; n: number }): Promise<void> {
  const state = await runCall(() => api.sourceNow.query(source))
  if (!state) return
  const { cursor } = useSession.getState()
  useFixed.set({ commit: from.commit })
  goTo(undefined)
  if (state.now === 'gone') notify(`Today’s world no longer has the text of beat ${from.n}. It was in ${source.path}.`, t.restart)
  else if (state.now === 'changed') notify(`This text has changed since beat ${from.n}. You are looking at today’s.`, t.restart)
  else if (cursor !== undefined) notify(`This is today’s world. Beat ${from.n} keeps its text; an edit shows from a restart on.`, t.restart)
  show(source, state)
}

function show(source: TextSource, { now, line }: SourceNow): void {
  const { path, node, text } = source
  if (node !== undefined && now !== 'gone') return openNode(path, node)
  const form = now === 'gone' ? undefined : fieldOf(source)
  if (form) {
    form.show()
    return focusFieldSoon(form.field, text)
  }
  const { present } = useSession.getState()
  // A rule whose text is computed is shown from its beginning.
  if (present && (now !== 'gone' || line !== undefined)) openAt(path, line)
}
