import { type ArrowDocument, type ArrowId, type CallRefused, change, changeWords, edited, placeOf, sharedWith, revertRun } from '../../arrow'
import { runCall } from '../../arrow/schemas'
import { plainCalls } from './plain-calls'
import { putDocument, mirrorText, type Ask, type Project } from './project'

/** The calls that an editor has run before it refused one: the document before, the result of the calls alone, and the ids that they created. */
export interface DoneSoFar {
  readonly before: ArrowDocument
  readonly after: ArrowDocument
  readonly made: readonly ArrowId[]
}

/** The result of the calls alone, with new resources in the editor's form and position. */
function asMade({ after, made }: DoneSoFar, actual: ArrowDocument): ArrowDocument {
  return edited(after, (draft) => {
    for (const id of made) {
      for (const set of ['nodes', 'variables', 'characters'] as const) {
        const theirOwn = actual.resources[set].get(id)
        if (theirOwn && draft.find(set, id)) draft.put(set, id, theirOwn)
      }
      const [scene, theirs] = [draft.find('scenes', id), actual.resources.scenes.get(id)]
      if (scene && theirs) draft.put('scenes', id, change(scene, { name: theirs.name, notes: theirs.notes }))
      const [home, place] = [draft.sceneOf(id), placeOf(actual, id)]
      const item = home === undefined ? undefined : draft.map(home).get(id)
      if (home !== undefined && item && place) draft.putItem(home, id, change(item, { offset: place.item.offset }))
    }
  })
}

/** Has an editor without batches undo the calls before a refusal, except the user's edits. Returns the refusal with what remains. */
export async function rollBack(refusal: CallRefused, so: DoneSoFar, project: Project, ask: Ask): Promise<CallRefused> {
  const { before } = so
  const done = changeWords(before, so.after)
  const actual = project.document
  if (done === '' || !actual) return refusal
  const after = asMade(so, actual)
  // An editor that didn't answer won't undo anything.
  if (refusal.code === 'TIMEOUT') return { ...refusal, error: `${refusal.error} Before that it ${done}.` }
  const { document: goal } = revertRun({ start: before, base: before, after }, actual)
  const refused = new Set<string>()
  for (;;) {
    const here = project.document ?? actual
    const next = [...plainCalls(actual, goal, here, [])].find(({ key }) => !refused.has(key))
    if (!next) break
    refused.add(next.key)
    const answer = await ask([next.call], false)
    if (answer.code === 'TIMEOUT') break
    const content = answer.arrow_content === '' ? undefined : answer.arrow_content
    if (content !== undefined && mirrorText(project, content) === undefined) continue
    const now = project.document
    if (!answer.success || answer.result === false || !now) continue
    const ran = runCall(now, next.call, { ...project.context, polarity: 'file' })
    if (ran.result.success) putDocument(project, ran.document)
  }
  const stayed = changeWords(goal, sharedWith(goal, project.document ?? actual))
  const words = stayed === '' ? 'What was done before it was taken back.' : `What was done before it was taken back, but for this: ${stayed}.`
  return { ...refusal, error: `${refusal.error} ${words}` }
}
