import type { TemplateData } from "@placard/contracts";
import type { BuiltInTemplateId } from "@placard/template-store";
import { changelogCards } from "./cards/changelog-cards.ts";
import { docsCards } from "./cards/docs-cards.ts";
import { jobCards } from "./cards/job-cards.ts";
import { podcastCards } from "./cards/podcast-cards.ts";
import { quoteCards } from "./cards/quote-cards.ts";
import { repositoryCards } from "./cards/repository-cards.ts";

/** Valid data for a template. */
export interface SampleCard {
  /** Names it on the contact sheet and in the record of images. */
  readonly name: string;
  readonly data: TemplateData;
}

/** Realistic data for each template: from the required fields only to the longest texts, in several scripts. */
export const sampleCards: Readonly<Record<BuiltInTemplateId, readonly SampleCard[]>> = {
  blog: [
    { name: "minimal", data: { title: "Ship it" } },
    {
      name: "full",
      data: {
        title: "How we cut image rendering latency by an order of magnitude",
        description:
          "Profiling sessions, dead ends and small wins on the way from sluggish to instantaneous.",
        author: "Ada Lovelace",
        category: "Engineering",
        date: "March 14, 2027",
        readTime: "8 min read",
      },
    },
    {
      name: "with images",
      data: {
        title: "A week on the coast of Lofoten with one lens",
        description: "What forty kilometres on foot do to your pictures.",
        author: "Maren Solberg",
        category: "Travel",
        date: "May 2, 2027",
        readTime: "6 min read",
        authorImage: "https://blog.example/maren.jpg",
        cover: "https://blog.example/lofoten.jpg",
      },
    },
    {
      name: "partial",
      data: { title: "Designing queues that never lose a job", author: "Grace Hopper", date: "May 2, 2027" },
    },
    {
      name: "long",
      data: {
        title:
          "Everything we learned in four years of moving a payments platform from one overloaded database to forty small ones, without a minute of downtime, told by the people who were on call for it, with all of the graphs",
        description:
          "A long read on schemas, replicas, dual writes and patience: what went well, what went wrong twice, what it cost, and which of the tools we wrote for it you can use today. With an appendix on how to talk to finance about it.",
        author: "Wilhelmina von Hohenlohe-Waldenburg",
        category: "Infrastructure and operations",
        date: "Wednesday, September 22, 2027",
        readTime: "42 min read",
      },
    },
    {
      name: "Japanese",
      data: {
        title: "画像生成を十倍速くするために私たちがしたこと",
        description: "計測、失敗、そして小さな改善の積み重ねについて。",
        author: "山田 花子",
        category: "技術",
        date: "2027年3月14日",
      },
    },
    {
      name: "Arabic",
      data: {
        title: "كيف جعلنا توليد الصور أسرع بعشر مرات",
        description: "جولة عملية في القياس والتجارب الفاشلة والتحسينات الصغيرة.",
        author: "ليلى حداد",
        category: "هندسة",
        date: "14 مارس 2027",
      },
    },
    {
      name: "Hindi",
      data: {
        title: "हमने चित्र बनाने की गति दस गुना कैसे बढ़ाई",
        description: "मापन, असफल प्रयोग और छोटे-छोटे सुधारों की कहानी।",
        author: "अनन्या शर्मा",
        date: "14 मार्च 2027",
      },
    },
    {
      name: "emoji",
      data: { title: "Remote work 🏡 after five years 👩🏽‍💻🎉", author: "👨‍👩‍👧 The Team", category: "Culture 🌍" },
    },
  ],
  product: [
    { name: "minimal", data: { name: "Loom" } },
    {
      name: "full",
      data: {
        name: "Aurora Desk Lamp",
        tagline: "Warm light that follows your day",
        price: "€149",
        badge: "New",
      },
    },
    {
      name: "with image",
      data: {
        name: "Fjord Vase, hand-thrown",
        tagline: "Stoneware from one potter's wheel",
        price: "€84",
        badge: "Last pieces",
        image: "https://shop.example/vase.jpg",
      },
    },
    { name: "partial", data: { name: "Trail Runner 3", price: "$129.00" } },
    {
      name: "long",
      data: {
        name: "Handwoven merino wool blanket with hemmed edges, large, in seven natural colours",
        tagline:
          "Woven to order in Dovre from the wool of one flock, and mended for free as long as you own it",
        price: "from 2 499 kr incl. VAT",
        badge: "Only this weekend: free delivery",
      },
    },
    {
      name: "Chinese",
      data: {
        name: "手工青瓷茶具套装",
        tagline: "一壶四杯，适合慢慢喝茶的下午",
        price: "¥688",
        badge: "限量",
      },
    },
    {
      name: "Hebrew",
      data: { name: "מנורת שולחן אורורה", tagline: "אור חם שמלווה את היום", price: "₪549", badge: "חדש" },
    },
    { name: "Thai", data: { name: "โคมไฟตั้งโต๊ะออโรร่า", tagline: "แสงอุ่นที่ตามคุณไปทั้งวัน", price: "฿4,990" } },
    {
      name: "emoji",
      data: {
        name: "🍓 Strawberry jam",
        tagline: "Small jars, big summer ☀️",
        price: "€6.50",
        badge: "🔥 Hot",
      },
    },
  ],
  event: [
    { name: "minimal", data: { title: "Open studio", date: "June 1, 2027" } },
    {
      name: "full",
      data: {
        title: "Web Performance Summit",
        date: "March 14, 2027",
        time: "18:30 CET",
        location: "Kulturhuset, Stockholm",
        host: "Perf Guild",
      },
    },
    {
      name: "speakers",
      data: {
        title: "Type at the harbour",
        date: "June 12, 2027",
        time: "19:00",
        location: "Warehouse 9, Aarhus",
        host: "Letter Club e.V.",
        speakers: [
          { name: "Ingrid Dahl", photo: "https://club.example/ingrid.jpg" },
          { name: "Mateo Ruiz" },
          { name: "Yuki Tanaka", photo: "https://club.example/yuki.jpg" },
          { name: "Oluwaseun Adebayo-Fitzgerald" },
        ],
      },
    },
    {
      name: "with cover",
      data: {
        title: "Glazing for beginners: a weekend at the kiln",
        date: "Oct 16, 2027",
        time: "10:00",
        location: "Studio Lera, Leipzig",
        host: "Ton & Scherbe",
        speakers: [{ name: "Ilse Brandt", photo: "https://club.example/ilse.jpg" }],
        cover: "https://club.example/kiln.jpg",
      },
    },
    {
      name: "partial",
      data: { title: "Typography walk through the old town", date: "Sat, 5 Sep 2026", time: "10:00" },
    },
    {
      name: "long",
      data: {
        title:
          "The third annual meeting of people who maintain small open source libraries that everybody depends on and nobody pays for",
        date: "From the second Thursday in November until everyone has left",
        time: "Doors 09:30, talks 10:00 to 17:00 CET",
        location: "Großer Saal, Haus der Kulturen, John-Foster-Dulles-Allee 10, Berlin",
        host: "The Association of Quiet Maintainers",
      },
    },
    {
      name: "Korean",
      data: {
        title: "서울 프런트엔드 개발자 모임",
        date: "2027년 3월 14일",
        time: "오후 7시",
        location: "성수동",
        host: "웹 길드",
      },
    },
    {
      name: "Arabic",
      data: {
        title: "ملتقى مصممي الواجهات",
        date: "2027-03-14",
        time: "19:00",
        location: "القاهرة",
        host: "رابطة المصممين",
      },
    },
    {
      name: "Ukrainian",
      data: { title: "Ніч відкритих майстерень", date: "14.03.2027", location: "Львів", host: "Цех" },
    },
    {
      name: "emoji",
      data: {
        title: "Pizza 🍕 & pull requests",
        date: "July 9, 2027",
        time: "19:00 🌙",
        host: "🦊 Fox Labs",
      },
    },
  ],
  docs: docsCards,
  changelog: changelogCards,
  quote: quoteCards,
  repository: repositoryCards,
  job: jobCards,
  podcast: podcastCards,
};

/** A link preview, a post, a story, a banner, and the smallest size. */
export const sampleSizes = [
  { width: 1200, height: 630 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 2048, height: 400 },
  { width: 200, height: 200 },
] as const;
