import { join } from 'node:path'
import { APP_ROOT, VERSION } from '../place'
import { createStudio } from '../studio'
import type { Contender } from './contenders'

/** The whole of a beat: the offline table decides, the sandbox rules, the recorder saves, the index is written at the end. */
export const tableBeats: Contender = {
  name: 'the offline table',
  make: async (dir, count) => {
    const studio = openStudio(dir)
    await studio.open(dir)
    await studio.step()
    const start = performance.now()
    for (let i = 0; i < count; i++)
      if (!(await studio.step())) throw new Error('The table has nothing left to play; choose another seed for the bench.')
    await studio.dispose()
    return performance.now() - start
  }
}

/** A Studio of this process with a home of its own beside the campaign. */
export function openStudio(dir: string): ReturnType<typeof createStudio> {
  return createStudio({ kind: 'terminal', version: VERSION, home: join(dir, '..', 'home'), resources: APP_ROOT })
}
