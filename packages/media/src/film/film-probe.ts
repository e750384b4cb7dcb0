import { Type, type Static } from 'typebox';
import { runConfinedCommand, type ChildLimits, type ChildOptions } from '../confine/confined-child.ts';
import { probeGuards } from './film-command.ts';
import type { FilmRefusal } from './film-job.ts';
import { filmLimits } from './film-plan.ts';
import { parseJson } from '../photo/photo-manifest.ts';

/** What a film is by its streams. */
export interface FilmDetails {
  /** Upright, in square pixels. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** Where in its file it begins and, for a stretch, that it ends after `durationMs` there. */
  readonly startMs: number;
  readonly isStretch: boolean;
  readonly videoStream: number;
  /** Null for a film that plays without sound. */
  readonly audioStream: number | null;
  /** It has sound, in a form that is not read here. */
  readonly isSoundLost: boolean;
  readonly isHdr: boolean;
  /** Frames a second to make evenly where the film's own times are of no use; null to keep them. */
  readonly evenRate: number | null;
  /** As the index says; null where there is none. */
  readonly frames: number | null;
  /** Each frame is woven of two half pictures, taken one after the other. */
  readonly isInterlaced: boolean;
}

export type Probed = { readonly film: FilmDetails } | { readonly refused: FilmRefusal; readonly detail: string };

/** A hostile file costs no more than this. */
export const probeLimits: ChildLimits = {
  timeMs: 30_000,
  memoryBytes: 1024 * 1024 * 1024,
  residentBytes: 480 * 1024 * 1024,
  fileBytes: 64 * 1024 * 1024,
};
const maxOutput = 400_000;

const Count = Type.Optional(Type.String({ maxLength: 40 }));
const Stream = Type.Object({
  index: Type.Integer({ minimum: 0, maximum: 1000 }),
  codec_type: Type.Optional(Type.String()),
  codec_name: Type.Optional(Type.String()),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  sample_aspect_ratio: Count,
  pix_fmt: Count,
  field_order: Count,
  color_transfer: Count,
  sample_rate: Count,
  channels: Type.Optional(Type.Integer()),
  r_frame_rate: Count,
  avg_frame_rate: Count,
  duration: Count,
  nb_frames: Count,
  disposition: Type.Optional(Type.Object({ attached_pic: Type.Optional(Type.Integer()) })),
  tags: Type.Optional(Type.Object({ rotate: Count })),
  side_data_list: Type.Optional(Type.Array(Type.Object({ rotation: Type.Optional(Type.Number()) }))),
});
type Stream = Static<typeof Stream>;
const Probe = Type.Object({ streams: Type.Array(Stream), format: Type.Optional(Type.Object({ duration: Count })) });

const entries =
  'format=duration:stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,pix_fmt,field_order,color_transfer,sample_rate,channels,' +
  'r_frame_rate,avg_frame_rate,duration,nb_frames:stream_disposition=attached_pic:stream_tags=rotate:stream_side_data=rotation';

/** Asks ffprobe, confined, what streams `source` in the folder has. */
export async function probeFilm(ffprobe: string, folder: string, child: ChildOptions = {}): Promise<Probed> {
  let output = '';
  const ended = await runConfinedCommand(
    [ffprobe, '-v', 'error', ...probeGuards, '-show_entries', entries, '-of', 'json', '-i', 'file:source'],
    folder,
    probeLimits,
    {
      ...child,
      onOutput: (text) => {
        if (output.length <= maxOutput) output += text;
      },
    },
  );
  if (ended.end === 'time_limit') return refused('time_limit', 'probing');
  if (ended.end === 'memory_limit') return refused('memory_limit', `probing: ${ended.detail}`);
  if (ended.end !== 'done')
    return refused(
      /Codec \(\w+\) not on whitelist '[^']*'\s*$/.test(ended.detail) ? 'not_supported' : 'damaged',
      ended.detail,
    );
  const probe = parseJson<Static<typeof Probe>>(output, Probe);
  return probe === null ? refused('damaged', `unreadable: ${output.slice(0, 200)}`) : judgeProbe(probe);
}

/** What a film is, or why it is none. */
export function judgeProbe({ streams, format }: Static<typeof Probe>): Probed {
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
  if (video === undefined) return refused('not_film', 'no video stream');
  const { width = 0, height = 0, codec_name: codec } = video;
  if (codec === undefined || !videoCodecs.has(codec)) return refused('not_supported', `video codec ${codec}`);
  if (width * height > filmLimits.pixels) return refused('too_large_pixels', `${width} × ${height}`);
  if (video.pix_fmt === undefined) return refused('damaged', 'no frame could be read');
  const size = displaySize(video, width, height);
  const [long, short] = [Math.max(size.width, size.height), Math.min(size.width, size.height)];
  if (!(short >= filmLimits.shortestSide) || long / short > filmLimits.aspect)
    return refused('not_film', `${size.width} × ${size.height}`);
  const durationMs = Math.round(Number(video.duration ?? format?.duration ?? 0) * 1000);
  if (!(durationMs >= filmLimits.minMs)) return refused('not_film', `${durationMs} ms`);
  if (durationMs > filmLimits.maxMs) return refused('too_long', `${durationMs} ms`);
  const frames = Number.parseInt(video.nb_frames ?? '', 10) || null;
  if (frames === 1) return refused('not_film', 'one frame');
  const [rate, average] = [ratio(video.r_frame_rate), ratio(video.avg_frame_rate)];
  if (average > filmLimits.framesPerSecond) return refused('not_film', `${average} frames a second`);
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  const audio = sounds.find(
    (stream) =>
      audioCodecs.test(stream.codec_name ?? '') && (stream.channels ?? 0) > 0 && Number(stream.sample_rate) > 0,
  );
  return {
    film: {
      ...size,
      durationMs,
      startMs: 0,
      isStretch: false,
      frames,
      videoStream: video.index,
      audioStream: audio?.index ?? null,
      isSoundLost: audio === undefined && sounds.length > 0,
      isHdr: video.color_transfer === 'smpte2084' || video.color_transfer === 'arib-std-b67',
      // Of one that stands on its side the halves are columns when the filters see it.
      isInterlaced: /^(tt|bb|tb|bt)$/.test(video.field_order ?? '') && turnOf(video) === 0,
      evenRate: rate >= 1 && rate <= 60.5 ? null : Math.min(60, Math.max(1, average || 25)),
    },
  };
}

const refused = (reason: FilmRefusal, detail: string): Probed => ({ refused: reason, detail });

const videoCodecs = new Set(['h264', 'hevc', 'av1', 'vp9', 'mpeg4', 'mjpeg', 'prores', 'h263']);
const audioCodecs =
  /^(aac|mp[23]|e?ac3|alac|opus|vorbis|flac|amr_[nw]b|adpcm_(ima_qt|ima_wav|ms)|pcm_([su](8|(16|24|32)[bl]e)|s64[bl]e|f(32|64)[bl]e|mulaw|alaw))$/;

/** As it shall be seen: pixels made square, and turned as the file says. */
function displaySize(video: Stream, width: number, height: number): { width: number; height: number } {
  const aspect = ratio(video.sample_aspect_ratio?.replace(':', '/'));
  // The side that would shrink stays, so that nothing is lost.
  const square =
    aspect > 1
      ? { width: Math.round(width * aspect), height }
      : aspect > 0 && aspect < 1
        ? { width, height: Math.round(height / aspect) }
        : { width, height };
  const isOnItsSide = turnOf(video) % 2 === 1;
  return isOnItsSide ? { width: square.height, height: square.width } : square;
}

/** Quarters that the file asks to be turned by, whichever way. */
function turnOf({ side_data_list: sides, tags }: Stream): number {
  const turned = sides?.find(({ rotation }) => rotation !== undefined)?.rotation ?? Number(tags?.rotate ?? 0);
  return Math.abs(Math.round(turned / 90)) % 4;
}

function ratio(text: string | undefined): number {
  const [over, under = '1'] = (text ?? '').split('/');
  const value = Number(over) / Number(under);
  return Number.isFinite(value) && value > 0 ? value : 0;
}
