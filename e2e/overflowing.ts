/** What does not fit: the page itself, or a text wider than its box that neither scrolls nor ends in an ellipsis. */
export function overflowing(): string[] {
  interface Box {
    scrollWidth: number
    clientWidth: number
    textContent: string | null
    className: unknown
    childElementCount: number
  }
  const page = globalThis as unknown as {
    innerWidth: number
    innerHeight: number
    document: { documentElement: { scrollWidth: number; scrollHeight: number }; querySelectorAll(selector: string): ArrayLike<Box> }
    getComputedStyle(box: Box): { overflowX: string; textOverflow: string; display: string; position: string; visibility: string; clip: string }
  }
  const out: string[] = []
  const { scrollWidth, scrollHeight } = page.document.documentElement
  if (scrollWidth > page.innerWidth || scrollHeight > page.innerHeight) out.push(`page ${scrollWidth}×${scrollHeight}`)
  for (const box of Array.from(page.document.querySelectorAll('body *'))) {
    const style = page.getComputedStyle(box)
    const text = box.childElementCount === 0 && (box.textContent ?? '').trim() !== ''
    const hides = style.textOverflow === 'ellipsis' || ['auto', 'scroll'].includes(style.overflowX) || style.display === 'inline'
    const silent = style.visibility === 'hidden' || (style.position === 'absolute' && box.clientWidth <= 1)
    if (text && !hides && !silent && box.scrollWidth > box.clientWidth + 1)
      out.push(`${String(box.className)} “${(box.textContent ?? '').slice(0, 40)}”`)
  }
  return out
}
