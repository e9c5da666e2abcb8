import type { Page } from '@playwright/test'

/** Runs something while the page gets no animation frames, to show that its result doesn't wait for one. */
export async function betweenFrames(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const waiting: FrameRequestCallback[] = []
    const window = globalThis as unknown as Frames
    const { requestAnimationFrame } = window
    window.requestAnimationFrame = (callback) => waiting.push(callback)
    window.goOn = () => {
      window.requestAnimationFrame = requestAnimationFrame
      for (const callback of waiting) requestAnimationFrame(callback)
    }
  })
  await act()
  await page.evaluate(() => (globalThis as unknown as Frames).goOn())
}

type FrameRequestCallback = (time: number) => void

interface Frames {
  requestAnimationFrame: (callback: FrameRequestCallback) => number
  goOn: () => void
}
