import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GameState } from '../../../shared/story/state'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { memoryKeys } from '../../machine/keys'
import { createStudio } from '../../studio/studio'
import { runProgram } from '../../campaign/git/testing/small-process'

/** A campaign for edits, and its folder as git sees it. */
export interface Editing {
  dir: string
  studio: ReturnType<typeof createStudio>
  edit(...edits: WorldEdit[]): ReturnType<ReturnType<typeof createStudio>['editWorld']>
  state(): Promise<GameState>
  read(path: string): string
  git(...args: string[]): string
  /** The files that the last commit changed, as `M path`, without `next`. */
  touched(): string[]
  /** Opens the campaign again, as after a restart. */
  restart(): Promise<void>
  /** The problems that git reports about the folder once the app is idle: '' if it is clean and every object is intact. */
  settled(): Promise<string>
  close(): Promise<void>
}

/** A new, open campaign of Cairn Hack. */
export async function editing(template: 'blank' | 'sample' = 'blank'): Promise<Editing> {
  const home = mkdtempSync(join(tmpdir(), 'editing-'))
  const dir = join(home, 'campaign')
  const newStudio = (): Editing['studio'] => createStudio({ kind: 'terminal', version: '0', home, resources: process.cwd(), keys: memoryKeys() })
  const git = (...args: string[]): string => runProgram('git', ['-C', dir, ...args])
  const self: Editing = {
    dir,
    studio: newStudio(),
    edit: (...edits) => self.studio.editWorld({ edits }),
    state: async () => (await self.studio.present())?.state as GameState,
    read: (path) => readFileSync(join(dir, path), 'utf8'),
    git,
    touched: () =>
      git('-c', 'core.quotePath=false', 'show', '--name-status', '--no-renames', '--format=', 'HEAD')
        .trim()
        .split('\n')
        .map((line) => line.replace('\t', ' '))
        .filter((line) => line !== 'M next'),
    async restart() {
      await self.studio.dispose()
      self.studio = newStudio()
      await self.studio.open({ dir })
    },
    async settled() {
      await self.restart()
      return git('status', '--porcelain') + git('fsck', '--strict', '--no-dangling')
    },
    async close() {
      await self.studio.dispose()
      rmSync(home, { recursive: true, force: true })
    }
  }
  await self.studio.create({ dir, template, seed: '7' })
  return self
}
