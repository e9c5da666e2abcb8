import { fold, freeName, badName, slug } from '../../../shared/story/names'
import { editSubject } from '../../../shared/contract/edit-subject'
import type { LinkEnd } from '../../../shared/contract/world-calls'
import { Problem } from '../../../shared/base/problem'
import { timeOf } from '../../../shared/story/state'
import { formatYaml } from '../../campaign/yaml-splice'
import { linkName } from '../../campaign/notes/note-index'
import { namesOf } from '../../campaign/notes/note-names'
import { readNote } from '../../campaign/notes/note'
import { folderOf } from '../../campaign/notes/readers'
import { FILE_EDIT } from '../edits/edit-history'
import type { StoryEditor } from '../reader'
import type { SavedBeat } from '../story'
import { vaultAt } from './read-notes'

/** The folder for new notes that a note of the world links to. */
const WORLD_FOLDER = 'world/misc'

/**
 * Creates the missing note to which a link of the note `from` leads, as one beat by the designer. It is created in that player's folder, or in
 * `world/misc`, under a free file name, with the name that the link uses. Throws Problem `not-found` or `refused`; then nothing has changed.
 */
export async function createNote(campaign: StoryEditor, from: string, target: string): Promise<SavedBeat & { path: string }> {
  const { history, snapshot } = campaign
  const vault = vaultAt(campaign)
  const note = vault.at(from)
  const wanted = linkName(target)
  const link = note && vault.linksOf(note).find(({ written }) => linkName(written) === wanted)
  if (!link) throw new Problem('not-found', `${from} has no link to "${target.slice(0, 80)}" any more. Choose another link.`, { file: from })
  if (link.to.what !== 'missing')
    throw new Problem('refused', `"${link.written}" leads to ${endWords(link.to)}, so no note was created. Open the link.`, { file: from })
  const home = folderOf(from)
  const folder = home === 'world' ? WORLD_FOLDER : home
  const names = [...history.files(snapshot.commit.tree, folder).keys()].map((path) => fold(path.slice(folder.length + 1).replace(/\/.*$/s, '')))
  const taken = new Set(names)
  const isTaken = (name: string): boolean => badName(`${name}.md`) !== undefined || taken.has(fold(`${name}.md`))
  const title = titleOf(link.written)
  const path = `${folder}/${freeName(slug(title), isTaken)}.md`
  const text = noteText(title, wanted, timeOf(snapshot.state), path)
  const saved = await campaign.edit(new Map([[path, Buffer.from(text)]]), editSubject(path, undefined, text), {
    kind: 'edit',
    action: FILE_EDIT,
    params: {}
  })
  return { ...saved, path }
}

const endWords = (to: Exclude<LinkEnd, { what: 'missing' }>): string => (to.what === 'note' ? to.path : to.what === 'beat' ? `beat ${to.n}` : to.name)

/** The title of the note that a link refers to: the last name of a path, or the whole text if it can't be a path, such as “and/or?”. */
const titleOf = (written: string): string => {
  const names = written.split('/')
  return names.some((name, i) => badName(name) !== undefined && !(i === 0 && /^\.{0,2}$/.test(name))) ? written : (names.at(-1) ?? written)
}

/** The text of a note that the link text `wanted` finds: by its title, otherwise by an alias. */
function noteText(title: string, wanted: string, now: string, path: string): string {
  const text = (aliases: readonly string[]): string =>
    `---\n${formatYaml({ ...(aliases.length > 0 ? { aliases: [...aliases] } : {}), tags: [], created: now, modified: now })}---\n\n# ${title}\n`
  const plain = text([])
  return namesOf(readNote(plain, path)).has(wanted) ? plain : text([wanted])
}
