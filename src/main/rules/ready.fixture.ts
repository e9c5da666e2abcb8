import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundledGames, gameFiles } from '../story/creation/bundled'
import { prebuild } from './prebuild'
import { bundledFiles } from './bundled.fixture'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the prebuilt interpreter, kernel and bundled games, which all tests of a run share. */
    ready: string
  }
}

/** Prebuilds what a build prebuilds, once for all test processes. */
export default async function setup(project: TestProject): Promise<() => void> {
  const ready = mkdtempSync(join(tmpdir(), 'proscenium-ready-'))
  const root = join(import.meta.dirname, '../../..')
  const makeReady = (): Promise<void> =>
    prebuild(
      ready,
      bundledGames(root).flatMap(({ id }) => [gameFiles(root, id), bundledFiles(id)])
    )
  await makeReady()
  project.onTestsRerun(async () => {
    for (const name of readdirSync(ready)) rmSync(join(ready, name))
  })
  project.provide('ready', ready)
  return () => rmSync(ready, { recursive: true, force: true })
}
