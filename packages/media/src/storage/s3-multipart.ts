import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
  type ListMultipartUploadsCommandOutput,
  type ListPartsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { inPieces } from './pieces.ts';
import { isCode, unlessGone } from './s3-client.ts';
import { checkKey, type Multipart, parseStorageKey, type Storage, type StoredPart, TooLargeError } from './storage.ts';

type MultipartFace = Pick<
  Storage,
  'createMultipart' | 'putPart' | 'listParts' | 'completeMultipart' | 'abortMultipart' | 'listMultiparts'
>;

export function s3Multipart(client: S3Client, Bucket: string): MultipartFace {
  const place = ({ key, id }: Multipart) => ({ Bucket, Key: checkKey(key), UploadId: id });

  async function listOf(upload: Multipart): Promise<StoredPart[]> {
    const parts: StoredPart[] = [];
    // The client's own paginator goes round for ever where a store names the next part on the last page too.
    let after: { PartNumberMarker?: string | undefined } | null = {};
    while (after !== null) {
      const page: ListPartsCommandOutput = await client.send(new ListPartsCommand({ ...place(upload), ...after }));
      for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? [])
        parts.push({ number: PartNumber, size: Size, tag: ETag });
      after = page.IsTruncated ? { PartNumberMarker: page.NextPartNumberMarker } : null;
    }
    return parts;
  }

  return {
    async createMultipart(key, { contentType }) {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ Bucket, Key: checkKey(key), ContentType: contentType }),
      );
      if (UploadId === undefined) throw new Error('the store gave a transfer no name');
      return { key, id: UploadId };
    },

    async putPart(upload, number, source, { maxBytes }) {
      if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new RangeError('not the number of a part');
      // Its length must be known before it is sent.
      const body =
        source instanceof Uint8Array
          ? source
          : ((await inPieces(source, maxBytes + 1, maxBytes).next()).value ?? Buffer.alloc(0));
      if (body.length > maxBytes) throw new TooLargeError(maxBytes);
      return unlessGone(
        client
          .send(new UploadPartCommand({ ...place(upload), PartNumber: number, Body: body, ContentLength: body.length }))
          .then(() => ({ size: body.length })),
      );
    },

    listParts: (upload) => unlessGone(listOf(upload)),

    async completeMultipart(upload, parts) {
      if (parts.length === 0) return (await unlessGone(listOf(upload))) === null ? 'absent' : 'changed';
      const named = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
      try {
        const done = await unlessGone(
          client.send(new CompleteMultipartUploadCommand({ ...place(upload), MultipartUpload: { Parts: named } })),
        );
        return done === null ? 'absent' : 'complete';
      } catch (error) {
        if (isCode(error, 'InvalidPart', 'InvalidPartOrder')) return 'changed';
        throw error;
      }
    },

    async abortMultipart(upload) {
      await unlessGone(client.send(new AbortMultipartUploadCommand(place(upload))));
    },

    async listMultiparts(tenant, before) {
      const found: Multipart[] = [];
      let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
      while (after !== null) {
        const page: ListMultipartUploadsCommandOutput = await client.send(
          new ListMultipartUploadsCommand({ Bucket, Prefix: `${tenant.id}/`, ...after }),
        );
        for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
          if (Initiated !== undefined && Initiated < before)
            found.push({ key: parseStorageKey(tenant, Key), id: UploadId });
        }
        after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
      }
      return found;
    },
  };
}
