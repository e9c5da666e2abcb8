import { api } from './client'
import { showProblem, useSession } from './session'
import { slice } from './slice'
import type { KnownWriters } from './store/line-writers'
import type { SceneSpan } from './store/story'

/** Who wrote the lines of the scenes in view. */
export const useWriters = slice<KnownWriters>('writers', { filter: 'off', scenes: new Map() })

/** The pause in play before the writers of new lines are read, in ms. */
const REST_MS = 250
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** Reads who wrote a scene of the current line, once for each of its last beats. */
export function fetchWriters({ scene, to }: SceneSpan): void {
  const at = useSession.getState().line[to]?.id
  const known = useWriters.get().scenes.get(scene)
  if (at === undefined || known?.at === at) return
  clearTimeout(waiting.get(scene))
  waiting.set(
    scene,
    setTimeout(
      () => {
        api.writers.query({ commit: at, scene }).then((writers) => {
          if (writers) useWriters.set({ scenes: new Map([...useWriters.get().scenes, [scene, { at, writers }]]) })
        }, showProblem)
      },
      known ? REST_MS : 0
    )
  )
}
