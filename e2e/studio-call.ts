import type { Page } from '@playwright/test'

/** Makes one call of the Studio from the page, over a connection of its own. */
export const call = <T>(page: Page, method: 'query' | 'mutation', path: string, input?: unknown): Promise<T> =>
  page.evaluate(
    ([method, path, input]) =>
      new Promise<T>((done, fail) => {
        const { location } = globalThis as unknown as { location: { href: string } }
        const line = new WebSocket(new URL('/rpc', location.href.replace(/^http/, 'ws')).href)
        line.addEventListener('open', () => line.send(JSON.stringify({ id: 1, method, params: { path, input } })))
        line.addEventListener('message', ({ data }) => {
          const { id, result, error } = JSON.parse(String(data)) as { id: number; result?: { data: T }; error?: { message: string } }
          if (id !== 1) return
          line.close()
          if (error) fail(new Error(error.message))
          else done(result?.data as T)
        })
      }),
    [method, path, input] as const
  )
