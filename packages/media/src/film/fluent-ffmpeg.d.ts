/** The part of fluent-ffmpeg 2 that puts a command's arguments in order; we run them ourselves. */
declare module 'fluent-ffmpeg' {
  export interface Filter {
    filter: string;
    options?: string | number | Record<string, string | number>;
    inputs?: string | string[];
    outputs?: string | string[];
  }
  export interface Command {
    input(source: string): this;
    inputOptions(...options: string[]): this;
    complexFilter(filters: Filter[]): this;
    output(target: string): this;
    outputOptions(...options: string[]): this;
    _getArguments(): string[];
  }
  export default function ffmpeg(): Command;
}
