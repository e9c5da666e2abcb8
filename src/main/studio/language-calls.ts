import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../../shared/base/json'
import { never } from '../../shared/base/abort'
import type { LanguageCalls } from '../../shared/contract/language-calls'
import type { Beat, Params } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import { fileAt } from '../../shared/story/layout'
import { counted } from '../../shared/words/labels'
import { parseYaml } from '../campaign/yaml-splice'
import { FILE_EDIT } from '../story/edits/edit-history'
import { RENAMED } from '../story/today/renames'
import type { OpenCampaign } from '../story/open-campaign'
import { fileSchemas } from '../workshop/file-schemas'
import type { CallContext } from './call-context'
import { clipped } from '../../shared/words/clipped'

type Files = readonly (readonly [path: string, text: string | null])[]

/** Refuses to change a file on disk that has an unsaved text in a window. */
function checkSaved(files: Files, drafts: Readonly<Record<string, string>>): void {
  const open = files.find(([path]) => Object.hasOwn(drafts, path))
  if (open) throw new Problem('refused', `${open[0]} has unsaved changes. Save or discard them first.`, { file: open[0] })
}

/** Saves files as one beat. `moved`: files that keep their bytes. */
async function saved(
  campaign: OpenCampaign,
  files: Files,
  summary: string,
  { moved = [], params = {} }: { moved?: readonly (readonly [from: string, to: string])[]; params?: Params } = {}
): Promise<Beat> {
  const updates = new Map<string, Buffer | null>(files.map(([path, text]) => [path, text === null ? null : Buffer.from(text)]))
  const { past, snapshot } = campaign
  for (const [from, to] of moved) updates.set(to, past.bytes(snapshot.commit.tree, from) ?? null)
  const { beat } = await campaign.edit(updates, summary, { kind: 'edit', action: FILE_EDIT, params })
  return beat
}

/** The YAML files of a folder that are maps, at the head. */
function yamlFiles({ campaign: { history, past } }: ReturnType<CallContext['current']>, folder: string): { path: string; value: JsonObject }[] {
  const { tree } = history.commit(history.head().commit)
  return [...history.files(tree, folder).keys()].flatMap((path) => {
    const value = path.endsWith('.yaml') ? parseYaml(past.files.text(tree, path) ?? '', path) : null
    return isObject(value) ? [{ path, value }] : []
  })
}

/** The calls about names, search and problems in the campaign's files. */
export const languageCalls = ({ current, edited, resources }: CallContext): LanguageCalls => ({
  names: ({ drafts }) => current().language.one({ ask: 'names' }, drafts),
  factUses: ({ drafts }) => current().language.one({ ask: 'factUses' }, drafts),
  languageSetup: async () => ({ types: readFileSync(join(resources, 'rules/proscenium.d.ts'), 'utf8'), schemas: fileSchemas() }),
  items: async () =>
    yamlFiles(current(), 'rules/equipment').flatMap(({ path, value }) =>
      Object.entries(value).flatMap(([id, entry]) => (isObject(entry) ? [{ id, path, entry }] : []))
    ),
  tables: async () =>
    yamlFiles(current(), 'rules/tables').flatMap(({ path, value }) => {
      const at = fileAt(path)
      return at?.kind === 'diceTable' ? [{ id: at.parts.id, path, entry: value }] : []
    }),
  ruleTexts: async () => {
    const { history } = current().campaign
    const files = history.files(history.commit(history.head().commit).tree, 'rules')
    return Object.fromEntries([...files].flatMap(([path, { oid }]) => (path.endsWith('.ts') ? [[path, history.blob(oid).toString('utf8')]] : [])))
  },
  nameAt: ({ drafts, ...position }) => current().language.one({ ask: 'nameAt', ...position }, drafts),
  renamePlan: async ({ drafts, ...wish }) => {
    const { files, plan } = await current().language.one({ ask: 'rename', ...wish }, drafts)
    checkSaved(files, drafts)
    return plan
  },
  renameName: ({ drafts, ...wish }) =>
    edited(async (campaign) => {
      const { files, moved, summary } = await current().language.one({ ask: 'rename', ...wish }, drafts)
      checkSaved(files, drafts)
      return saved(campaign, files, summary, { moved, params: { [RENAMED]: [wish.kind, wish.id, wish.to] } })
    }),
  mergeFacts: ({ drafts, ...wish }) =>
    edited(async (campaign) => {
      const { files, summary } = await current().language.one({ ask: 'merge', ...wish }, drafts)
      checkSaved(files, drafts)
      return saved(campaign, files, summary, { params: { [RENAMED]: ['fact', wish.id, wish.to] } })
    }),
  removeNames: ({ drafts, ...wish }) =>
    edited(async (campaign) => {
      const { files, summary } = await current().language.one({ ask: 'remove', ...wish }, drafts)
      checkSaved(files, drafts)
      return saved(campaign, files, summary)
    }),
  searchFiles: ({ search, replacement, drafts }, stop) => current().language.search({ ask: 'search', search, replacement }, drafts, stop ?? never),
  replaceInFiles: ({ drafts, ...wish }) =>
    edited(async (campaign) => {
      const { files, replaced } = await current().language.one({ ask: 'replace', ...wish }, drafts)
      checkSaved(files, drafts)
      const places = `${counted(replaced, 'place')} in ${counted(files.length, 'file')}`
      const beat = await saved(campaign, files, `Replaced "${shown(wish.search.text)}" with "${shown(wish.replacement)}" in ${places}`)
      return { ...beat, replaced }
    }),
  liveProblems: ({ drafts }, stop) => current().language.problems(resources, drafts, stop ?? never)
})

/** A text short enough for the subject of a beat. */
const shown = (text: string): string => clipped(text, 30)
