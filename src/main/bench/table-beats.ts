import { join } from 'node:path'
import { APP_ROOT, VERSION } from '../place'
import { createStudio } from '../studio/studio'
import type { Contender } from './contenders'
import { freshRound, WARM_UP_BEATS } from './ruled-beats'

/** A complete beat: the offline table decides, the sandbox runs the rules, the recorder saves, and the index is written at the end. */
export const tableBeats: Contender = {
  name: 'the offline table',
  make: async (dir, count) => {
    const studio = openStudio(dir)
    await studio.open({ dir })
    const head = (await studio.present())?.head ?? ''
    const again = async (): Promise<void> => {
      const { at, name } = freshRound(dir, head)
      await studio.branch({ at, name, seed: name })
    }
    const play = async (beats: number): Promise<void> => {
      // When nobody is left to play, the story starts again with another seed.
      for (let i = 0; i < beats; i++) if (!(await studio.step())) await again()
    }
    await again()
    await play(WARM_UP_BEATS)
    const start = performance.now()
    await play(count)
    await studio.dispose()
    return performance.now() - start
  }
}

/** A Studio in this process, with its own home beside the campaign. */
export function openStudio(dir: string): ReturnType<typeof createStudio> {
  return createStudio({ kind: 'terminal', version: VERSION, home: join(dir, '..', 'home'), resources: APP_ROOT })
}
