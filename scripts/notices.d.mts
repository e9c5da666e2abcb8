import type { Plugin } from 'vite'

interface Notice {
  name: string
  version: string
  license: string
  source: string
  text: string
}
export function packageFolder(id: string): string | undefined
export function noticeOf(folder: string): Notice
export function noticesText(folders: Iterable<string>): string
export function notices(page: string): Plugin
