import type { ComparedGroup } from '../../shared/analysis/compare'

/** The groups with only the lines that contain every word of a query. Groups without such lines are left out. */
export function filtered(groups: readonly ComparedGroup[], query: string): readonly ComparedGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  const fits = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
  return groups.flatMap((group) => {
    const lines = group.lines.filter((line) => fits(line.words))
    return lines.length === 0 ? [] : [{ ...group, lines }]
  })
}
