import { Problem } from '../../../shared/base/problem'
import { fold } from '../../../shared/story/names'
import { PLAIN } from '../../campaign/git/oid'
import type { TreeChange } from '../../../shared/contract/workshop-calls'
import type { LinksLeft } from '../../../shared/contract/world-edits'
import { FILE_EDIT } from './edit-history'
import type { StoryEditor, StoryReader } from '../reader'
import type { SavedBeat } from '../story'
import { relinkMovedFiles } from '../world/links'

/** Changes the tree of files as one beat by the designer. Throws Problem; then nothing has changed. */
export async function changeFiles(
  campaign: StoryEditor,
  change: TreeChange | readonly TreeChange[],
  subject: string
): Promise<SavedBeat & { links?: LinksLeft }> {
  const modes = new Map<string, number>()
  const changes = [change].flat()
  const files = new Map(changes.flatMap((one) => [...filesOf(campaign, one, modes)]))
  const linked = changes.some(({ what }) => what === 'move') ? relinkMovedFiles(campaign, files) : undefined
  try {
    const saved = await campaign.edit(linked?.files ?? files, subject, { kind: 'edit', action: FILE_EDIT, params: {} }, [], modes)
    return { ...saved, ...(linked ? { links: linked.links } : {}) }
  } catch (thrown) {
    if (!(thrown instanceof Problem) || (thrown.code !== 'bad-file' && thrown.code !== 'rule-failed')) throw thrown
    throw new Problem('refused', `${thrown.message} Nothing was changed.`, thrown.data)
  }
}

/** The files of a change. Adds the modes of moved and copied files to `modes`. */
function filesOf({ history, past, snapshot }: StoryReader, change: TreeChange, modes: Map<string, number>): Map<string, Buffer | null> {
  const { tree } = snapshot.commit
  const entries = history.files(tree)
  const all = [...entries.keys()]
  const checkFree = (path: string, leaving: ReadonlySet<string> = new Set()): void => {
    const taken = all.find(
      (one) => !leaving.has(one) && (fold(one) === fold(path) || fold(one).startsWith(`${fold(path)}/`) || fold(path).startsWith(`${fold(one)}/`))
    )
    if (taken !== undefined) throw new Problem('refused', `There is ${taken} already. Choose another name.`, { file: taken })
  }
  if (change.what === 'create') {
    checkFree(change.path)
    return new Map([[change.path, Buffer.from(change.text)]])
  }
  const { path } = change
  const sources = all.filter((one) => one === path || one.startsWith(`${path}/`))
  if (sources.length === 0)
    throw new Problem('not-found', `There is no file ${path} in the story. Save it first, or choose another one.`, { file: path })
  if (change.what === 'remove') return new Map(sources.map((one) => [one, null]))
  const { to } = change
  if (`${to}/`.startsWith(`${path}/`) && to !== path)
    throw new Problem('refused', `${path} can't be put inside itself. Choose another folder.`, { file: to })
  checkFree(to, change.what === 'move' ? new Set(sources) : undefined)
  const files = new Map<string, Buffer | null>()
  for (const source of sources) {
    if (change.what === 'move') files.set(source, null)
    const target = `${to}${source.slice(path.length)}`
    files.set(target, past.bytes(tree, source) ?? null)
    modes.set(target, entries.get(source)?.mode ?? PLAIN)
  }
  return files
}
