export type Tier = 'gate' | 'all'
export interface TestFile {
  gate?: false | string[]
  sizes?: Record<string, Record<Tier, number>>
  seconds?: Partial<Record<Tier, number>>
  reason?: string
}
export interface Tiers {
  seconds: Record<Tier, Record<string, number>>
  files: Record<string, TestFile>
}
export const TIERS: Tiers
export const tier: Tier
export function filesLeftOut(): string[]
export function testsLeftOut(tiers?: Tiers, of?: Tier): RegExp[]
export function sizeOf(file: string, name: string): number
export function aboveShare(suite: string, files: readonly { file: string; seconds: number }[], tiers?: Tiers): string[]
