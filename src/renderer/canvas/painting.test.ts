import { expect, it } from 'vitest'
import { Painting, type Painted } from './painting'
import type { Viewport } from './viewport'

const panel = { width: 1000, height: 600, ratio: 1 }

/** Shows viewports one after the other and returns, for each, whether it was painted, and where the element stands. */
function shown(what: Partial<Painted>, views: readonly (Viewport & { isMoving: boolean })[]): { painted: boolean; transform: string }[] {
  let count = 0
  const painted: Painted = { painter: () => void count++, extent: { x: 0, y: 0, width: 10_000, height: 6000 }, isHeavy: true, ...what }
  const canvas = { width: 0, height: 0, style: { transform: '' } }
  const ignore = (): void => undefined
  const pen = { canvas, setTransform: ignore, clearRect: ignore, save: ignore, restore: ignore }
  const element = Object.assign(canvas, { getContext: () => pen }) as unknown as HTMLCanvasElement
  const painting = new Painting()
  return views.map(({ isMoving, ...viewport }) => {
    const before = count
    painting.show(element, painted, { viewport, ...panel, isMoving })
    return { painted: count > before, transform: canvas.style.transform }
  })
}

const at = (x: number, y: number, zoom: number, isMoving = true): Viewport & { isMoving: boolean } => ({ x, y, zoom, isMoving })

it('a painting of everything is moved, however far the user pans', () => {
  const all = [at(0, 0, 0.1, false), at(400, 100, 0.1), at(900, -500, 0.1), at(0, 0, 0.1)]
  expect(shown({}, all).map(({ painted }) => painted)).toEqual([true, false, false, false])
  expect(shown({}, all).map(({ transform }) => transform)).toEqual(
    ['-500px, -300px', '-100px, -200px', '400px, -800px', '-500px, -300px'].map((by) => `translate(${by}) scale(1)`)
  )
})

it('a painting of a part is painted again where its margin ends', () => {
  const along = [0, -200, -400, -600, -800].map((x) => at(x, 0, 1))
  expect(shown({}, along).map(({ painted }) => painted)).toEqual([true, false, false, true, false])
})

it('a zoom scales a heavy painting, up to twice, and paints it again when the user stops', () => {
  const zooms = [at(0, 0, 0.1, false), at(0, 0, 0.15), at(0, 0, 0.19), at(0, 0, 0.21), at(0, 0, 0.3), at(0, 0, 0.3, false)]
  expect(shown({}, zooms).map(({ painted }) => painted)).toEqual([true, false, false, true, false, true])
  expect(shown({}, zooms)[2]?.transform).toBe('translate(-950px, -570px) scale(1.9)')
  expect(shown({ isHeavy: false }, zooms).map(({ painted }) => painted)).toEqual([true, true, true, true, true, false])
})

it('zooming out never shows less than there is', () => {
  const out = [at(-2000, -1000, 1, false), at(-1000, -500, 0.6), at(-500, -200, 0.45)]
  expect(shown({}, out).map(({ painted }) => painted)).toEqual([true, false, true])
})

it('ground without nodes is not painted', () => {
  const beside = [at(5000, 0, 1, false), at(5400, 0, 1), at(9000, 0, 1)]
  expect(shown({}, beside).map(({ painted }) => painted)).toEqual([true, false, false])
})
