import { beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '../shared/base/problem'
import type { KeptDraft } from '../shared/contract/workshop-calls'
import { editedFiles, type EditedFile } from './edited-files'

// The files of the campaign and the drafts that the core keeps. The window's client connects to a core as soon as it is imported.
const { files, drafts, notices } = vi.hoisted(() => ({
  files: new Map<string, string>(),
  drafts: new Map<string, KeptDraft>(),
  notices: [] as string[]
}))
vi.mock('./client', () => ({
  api: {
    fileVersions: { query: async ({ paths }: { paths: string[] }) => Object.fromEntries(paths.map((path) => [path, versionNow(path)])) },
    draft: { query: async ({ path }: { path: string }) => drafts.get(path) ?? null },
    drafts: { query: async () => [...drafts.keys()] },
    keepDraft: {
      mutate: async ({ path, draft }: { path: string; draft: KeptDraft | null }) => void (draft ? drafts.set(path, draft) : drafts.delete(path))
    }
  }
}))
vi.mock('./session', () => ({
  useSession: { getState: () => ({ present: { campaign: { dir: "o'field" } } }), setState: () => undefined },
  notify: (text: string) => notices.push(text),
  showProblem: (error: Error) => notices.push(error.message),
  showProblemData: ({ message }: { message: string }) => notices.push(message)
}))
vi.mock('./editing', () => ({ uneditableReason: () => undefined, savedEdit: async () => undefined }))
vi.mock('./problem-of', () => ({ problemOf: (error: unknown) => (error instanceof Problem ? error.toJSON() : { code: 'internal', message: '' }) }))

const PATH = 'world/notes/weir.md'
const versionNow = (path: string): string | null => (files.has(path) ? `version of ${files.get(path)}` : null)

interface Text extends EditedFile<string> {
  text: string
}

/** An editor of texts that records the calls it gets. */
function editor() {
  let open: Readonly<Record<string, Text>> = {}
  const told: string[] = []
  const edited = editedFiles<string, Text>({
    kind: 'text',
    files: () => open,
    setFiles: (next) => (open = next),
    contentOf: ({ text }) => text,
    isUnsaved: ({ text, saved }) => text !== saved,
    empty: '',
    parse: (text) => {
      if (text.startsWith('\0')) throw new Problem('bad-file', 'This is no text.')
      return text
    },
    format: (text) => text,
    read: async (path) => {
      const text = files.get(path)
      if (text === undefined) throw new Problem('not-found', `There is no file ${path}.`)
      return { text, version: versionNow(path) ?? '' }
    },
    show: (path, text) => edited.change(path, { text }),
    onGone: (path) => told.push(`gone: ${path}`),
    onUnreadable: (path) => told.push(`unreadable: ${path}`),
    propose: () => 'Edited',
    save: async ({ path, version }, text, subject) => {
      if (versionNow(path) !== version) throw new Problem('conflict', 'The file has changed.')
      told.push(subject)
      files.set(path, text)
      return { version: versionNow(path) ?? '', also: [], beat: {} as never }
    },
    onSaving: () => undefined
  })
  const type = (text: string): void => {
    edited.change(PATH, { text })
    edited.drafts.keepNow(PATH)
  }
  const begin = async (): Promise<void> => {
    const file = await edited.open(PATH)
    if (file) open = { ...open, [PATH]: { ...file, text: file.draft ?? file.saved } }
  }
  return { ...edited, told, type, begin, now: () => open[PATH] }
}

beforeEach(() => {
  files.clear()
  drafts.clear()
  notices.length = 0
  files.set(PATH, 'Old.')
})

it('unsaved text outlives the window, and its file', async () => {
  const first = editor()
  await first.begin()
  first.type('Mine.')
  const second = editor()
  await second.begin()
  expect(second.now()).toMatchObject({ text: 'Mine.', saved: 'Old.', version: 'version of Old.' })
  expect(second.now()?.theirs).toBeUndefined()
  files.delete(PATH)
  const third = editor()
  await third.begin()
  expect(third.now()).toMatchObject({ text: 'Mine.', saved: '', version: 'version of Old.', theirs: null })
  expect(notices).toEqual([`Restored the unsaved changes in ${PATH}.`, `Restored the unsaved changes in ${PATH}.`])
})

it('an unsaved text of another version asks which one to keep until it is answered, also in the next window', async () => {
  drafts.set(PATH, { text: 'Mine.', over: 'version of an older one' })
  const asked = { version: 'version of an older one', text: 'Mine.', theirs: { content: 'Old.', version: 'version of Old.' } }
  const first = editor()
  await first.begin()
  expect(first.now()).toMatchObject(asked)
  await first.compare()
  expect(await first.save(PATH)).toBe(false)
  first.type('Mine, too.')
  const second = editor()
  await second.begin()
  expect(second.now()).toMatchObject({ ...asked, text: 'Mine, too.' })
  second.keepVersion(PATH, 'mine')
  expect(await second.save(PATH)).toBe(true)
  expect([files.get(PATH), drafts.size]).toEqual(['Mine, too.', 0])
})

it('a save is over the version that was seen, with the message of the user or the suggested one', async () => {
  const { begin, type, save, change, told, now } = editor()
  await begin()
  type('Mine.')
  expect(await save(PATH)).toBe(true)
  change(PATH, { text: 'Mine again.', message: '  Opened the weir ' })
  expect(await save(PATH)).toBe(true)
  expect(await save(PATH)).toBe(true)
  expect(told).toEqual(['Edited', 'Opened the weir'])
  expect(now()).toMatchObject({ saved: 'Mine again.', version: 'version of Mine again.' })
  expect(now()?.message).toBeUndefined()
})

it('what is typed during a save stays unsaved', async () => {
  const { begin, type, save, now } = editor()
  await begin()
  type('Mine.')
  const done = save(PATH)
  await vi.waitFor(() => expect(files.get(PATH)).toBe('Mine.'))
  type('Mine and more.')
  expect(await done).toBe(true)
  expect(now()).toMatchObject({ saved: 'Mine.', text: 'Mine and more.', version: 'version of Mine.' })
  await vi.waitFor(() => expect(drafts.get(PATH)).toEqual({ text: 'Mine and more.', over: 'version of Mine.' }))
})

it('a save of a file that changed meanwhile saves nothing and asks which version to keep', async () => {
  const { begin, type, save, keepVersion, now } = editor()
  await begin()
  type('Mine.')
  files.set(PATH, 'Theirs.')
  expect(await save(PATH)).toBe(false)
  expect(files.get(PATH)).toBe('Theirs.')
  expect(now()?.theirs).toEqual({ content: 'Theirs.', version: 'version of Theirs.' })
  keepVersion(PATH, { merged: 'Both.' })
  expect(await save(PATH)).toBe(true)
  expect(files.get(PATH)).toBe('Both.')
})

it('a change outside replaces a text without unsaved changes, and never one with them', async () => {
  const { begin, type, compare, discard, now } = editor()
  await begin()
  files.set(PATH, 'Theirs.')
  await compare()
  expect(now()).toMatchObject({ text: 'Theirs.', saved: 'Theirs.', version: 'version of Theirs.' })
  type('Mine.')
  files.set(PATH, 'Newer.')
  await compare()
  expect(now()).toMatchObject({ text: 'Mine.', saved: 'Theirs.', theirs: { content: 'Newer.' } })
  // The file is as it was seen again: nothing to ask.
  files.set(PATH, 'Theirs.')
  await compare()
  expect(now()?.theirs).toBeUndefined()
  files.set(PATH, 'Mine.')
  await compare()
  expect(now()).toMatchObject({ text: 'Mine.', saved: 'Mine.' })
  type('Mine again.')
  discard(PATH)
  expect(now()).toMatchObject({ text: 'Mine.', saved: 'Mine.' })
  await vi.waitFor(() => expect(drafts.size).toBe(0))
})

it('a removed file closes unless it has unsaved changes, which then save it again', async () => {
  const { begin, type, compare, keepVersion, save, now, told } = editor()
  await begin()
  type('Mine.')
  files.delete(PATH)
  await compare()
  expect(now()).toMatchObject({ text: 'Mine.', theirs: null })
  keepVersion(PATH, 'mine')
  expect(await save(PATH)).toBe(true)
  expect(files.get(PATH)).toBe('Mine.')
  files.delete(PATH)
  await compare()
  expect([now(), told.at(-1)]).toEqual([undefined, `gone: ${PATH}`])
})

it('discarding what was typed while the question is open takes the version on disk', async () => {
  const { begin, type, compare, discard, now } = editor()
  await begin()
  type('Mine.')
  files.set(PATH, 'Theirs.')
  await compare()
  discard(PATH)
  expect(now()).toMatchObject({ text: 'Theirs.', saved: 'Theirs.', version: 'version of Theirs.' })
  expect(now()?.theirs).toBeUndefined()
})

it('a file that can no longer be read closes, but unsaved changes stay', async () => {
  const { begin, type, compare, told, now } = editor()
  await begin()
  type('Mine.')
  files.set(PATH, '\0')
  await compare()
  expect([now()?.text, notices]).toEqual(['Mine.', ['This is no text.']])
  type('Old.')
  await compare()
  expect([now(), told]).toEqual([undefined, [`unreadable: ${PATH}`]])
})
